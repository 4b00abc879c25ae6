; Installer of Keepsake for one person, no administrator needed. Compiled by windows_installer.py, which gives
; Version, Source (the application folder), Output and Name.
#ifndef Version
  #error Run packaging/dev.py build on Windows; it passes Version, Source, Output and Name.
#endif

[Setup]
AppId={{6E0C1C7B-5A55-4B0B-9F0E-8A4C5E0D7B21}
AppName=Keepsake
AppVersion={#Version}
AppPublisher=The Keepsake authors
DefaultDirName={autopf}\Keepsake
DefaultGroupName=Keepsake
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
OutputDir={#Output}
OutputBaseFilename={#Name}
SetupIconFile={#Source}\..\..\keepsake.ico
UninstallDisplayIcon={app}\keepsake.exe
LicenseFile={#Source}\LICENCES.txt
Compression=lzma2
SolidCompression=yes
WizardStyle=modern
CloseApplications=yes

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[Files]
Source: "{#Source}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[InstallDelete]
; Parts an older version had and this one has not must not be found by it.
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{group}\Keepsake"; Filename: "{app}\keepsake.exe"
Name: "{autodesktop}\Keepsake"; Filename: "{app}\keepsake.exe"; Tasks: desktopicon

[Run]
Filename: "{app}\keepsake.exe"; Description: "{cm:LaunchProgram,Keepsake}"; Flags: nowait postinstall skipifsilent

; Nothing under [UninstallDelete]: what Keepsake remembers lies in %LOCALAPPDATA%\keepsake and stays.
