# The cask for Homebrew, filled by packaging/store_manifests.py.
cask "vaultsearch" do
  version "@VERSION@"
  sha256 "@SHA256 vaultsearch.dmg@"

  url "https://github.com/vaultsearch/vaultsearch/releases/download/v#{version}/vaultsearch.dmg"
  name "vaultsearch"
  desc "Answers from your own notes while you type"
  homepage "https://github.com/vaultsearch/vaultsearch"

  depends_on arch: :arm64
  depends_on macos: ">= :ventura"

  app "vaultsearch.app"
  binary "#{appdir}/vaultsearch.app/Contents/MacOS/vaultsearch"

  zap trash: [
    "~/Library/Application Support/vaultsearch",
    "~/Library/LaunchAgents/io.github.vaultsearch.plist",
  ]
end
