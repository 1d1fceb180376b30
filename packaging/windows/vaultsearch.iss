; The installer for Windows, for one user and without an administrator. Not built here. packaging/build.py runs
;   iscc /DVersion=0.1.0 /DProgram=dist\vaultsearch /DIcon=vaultsearch.ico packaging\windows\vaultsearch.iss
; if Inno Setup 6.3 or later is installed.

[Setup]
AppId={{6D3F1E0B-4B0C-4C52-9E0B-5A7C3F0B8E21}
AppName=vaultsearch
AppVersion={#Version}
AppPublisher=vaultsearch
VersionInfoVersion={#Version}
PrivilegesRequired=lowest
DefaultDirName={autopf}\vaultsearch
DisableProgramGroupPage=yes
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\vaultsearchw.exe
OutputDir={#Program}\..
OutputBaseFilename=vaultsearch-{#Version}-setup
Compression=lzma2/max
SolidCompression=yes
CloseApplications=yes
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"

[InstallDelete]
; Libraries of a former version must not stay beside the new ones.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Program}\vaultsearch.exe"; DestDir: "{app}"; Flags: ignoreversion
Source: "{#Program}\vaultsearchw.exe"; DestDir: "{app}"; Flags: ignoreversion
Source: "{#Program}\_internal\*"; DestDir: "{app}\_internal"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{autoprograms}\vaultsearch"; Filename: "{app}\vaultsearchw.exe"

[Registry]
; The switch in Settings may have added it; it goes with the program.
Root: HKCU; Subkey: "Software\Microsoft\Windows\CurrentVersion\Run"; ValueName: "vaultsearch"; Flags: dontcreatekey uninsdeletevalue; ValueType: none
; vaultsearch://search?q=... opens the window: from Obsidian, or a launcher.
Root: HKCU; Subkey: "Software\Classes\vaultsearch"; ValueType: string; ValueData: "URL:vaultsearch"; Flags: uninsdeletekey
Root: HKCU; Subkey: "Software\Classes\vaultsearch"; ValueName: "URL Protocol"; ValueType: string; ValueData: ""
Root: HKCU; Subkey: "Software\Classes\vaultsearch\shell\open\command"; ValueType: string; ValueData: """{app}\vaultsearchw.exe"" open ""%1"""

[Run]
Filename: "{app}\vaultsearchw.exe"; Description: "{cm:LaunchProgram,vaultsearch}"; Flags: nowait postinstall skipifsilent
