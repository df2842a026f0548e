/** Tells when programs have changed, for runs that are repeated. */
import * as vscode from 'vscode';

const QUIET_MS = 300;

/** Calls `changed` once the programs and project files have been saved or changed on disk, and no more are for a moment. */
export function watchPrograms(changed: () => void): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(changed, QUIET_MS);
  };
  const watcher = vscode.workspace.createFileSystemWatcher('**/{*.osy,osy.toml}');
  return vscode.Disposable.from(
    watcher,
    watcher.onDidChange(later),
    watcher.onDidCreate(later),
    watcher.onDidDelete(later),
    // Sooner than the disk tells, and where it tells nothing.
    vscode.workspace.onDidSaveTextDocument(({ languageId }) => languageId === 'osy' && later()),
    { dispose: () => clearTimeout(timer) },
  );
}
