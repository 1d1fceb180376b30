// The connection, and nothing else: what is searched and how is set in the program.

import { type App, Notice, PluginSettingTab, Setting, type SettingDefinitionItem } from "obsidian";
import type VaultsearchPlugin from "./main";
import { sentence } from "./trouble";
import { translated } from "./words";

export interface VaultsearchSettings {
  /** 0 to look for it. */
  port: number;
  token: string;
}

export const DEFAULTS: VaultsearchSettings = { port: 0, token: "" };

export class SettingsTab extends PluginSettingTab {
  constructor(
    app: App,
    private readonly owner: VaultsearchPlugin,
  ) {
    super(app, owner);
  }

  /** Obsidian shows these from 1.13 on, and finds them in its settings. */
  override getSettingDefinitions(): SettingDefinitionItem[] {
    return this.rows.map(([name, desc, add]) => ({ name: translated(name), desc: translated(desc), render: add }));
  }

  override display(): void {
    this.containerEl.empty();
    for (const [name, desc, add] of this.rows) {
      add(new Setting(this.containerEl).setName(translated(name)).setDesc(translated(desc)));
    }
  }

  private get rows(): [name: string, desc: string, add: (setting: Setting) => void][] {
    return [
      ["Token", "Copy it from the settings of the program.", (setting) => this.addToken(setting)],
      ["Port", "Leave it empty to have it found.", (setting) => this.addPort(setting)],
      ["Connection", "Only 127.0.0.1 is ever connected to.", (setting) => this.addTest(setting)],
    ];
  }

  private addToken(setting: Setting): void {
    setting.addText((text) => {
      text.inputEl.type = "password";
      text.setValue(this.owner.settings.token).onChange((value) => this.change({ token: value.trim() }));
    });
  }

  private addPort(setting: Setting): void {
    setting.addText((text) => {
      const { port } = this.owner.settings;
      text.setValue(port ? String(port) : "").onChange((value) => this.change({ port: portOf(value) }));
    });
  }

  private addTest(setting: Setting): void {
    setting.addButton((button) => button.setButtonText(translated("Test")).onClick(() => void this.test()));
  }

  private async change(changed: Partial<VaultsearchSettings>): Promise<void> {
    Object.assign(this.owner.settings, changed);
    await this.owner.saveData(this.owner.settings);
  }

  private async test(): Promise<void> {
    try {
      const status = await this.owner.client.status();
      new Notice(status.summary);
    } catch (error) {
      new Notice(sentence(error));
    }
  }
}

/** The port that was typed, 0 for none that can be. */
export function portOf(typed: string): number {
  const port = Number(typed.trim());
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
}
