"""The proposals as Qt asks for them: a tuple of values, answered by role."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from vaultsearch.gui import phrases

if TYPE_CHECKING:
    from vaultsearch.core.values.query import Proposal
    from vaultsearch.gui.results.results_model import AnyIndex

PROPOSAL_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The Proposal of a row."""


class ProposalsModel(QAbstractListModel):
    """Holds proposals, best first, and replaces them whole."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._proposals: tuple[Proposal, ...] = ()

    def replace(self, proposals: tuple[Proposal, ...]) -> None:
        """Show ``proposals`` instead."""
        self.beginResetModel()
        self._proposals = proposals
        self.endResetModel()

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        """Count the rows; a row has none below it."""
        return 0 if parent is not None and parent.isValid() else len(self._proposals)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Answer a role, None where there is nothing to say."""
        if not index.isValid() or index.row() >= len(self._proposals):
            return None
        proposal = self._proposals[index.row()]
        if role == PROPOSAL_ROLE:
            return proposal
        if role == Qt.ItemDataRole.DisplayRole:
            return proposal.label
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{proposal.label}, {beside(proposal) or proposal.description}"
        return None


def beside(proposal: Proposal) -> str:
    """Give what stands at the end of the row: how many notes."""
    return "" if proposal.count is None else phrases.notes(proposal.count)
