/** Entry point: the commands, and what starts the server or starts it again. */
import * as vscode from 'vscode';
import { Session } from './session';
import { OsyTasks } from './tasks';

let session: Session | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const made = (session = new Session(context));
  const commands: Record<string, () => unknown> = {
    restartServer: () => made.restart(),
    showServerLog: () => made.log.show(),
    chooseInterpreter: () => made.chooseInterpreter(),
    runAllTests: () => made.runAllTests('run'),
    runAllTestsWithCoverage: () => made.runAllTests('coverage'),
    showStateMachine: () => made.stateMachine.showActive(),
    exportStateMachine: () => made.stateMachine.exportPicture(),
    openWalkthrough: () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#osysharp.start`, false),
  };
  context.subscriptions.push(
    made,
    ...Object.entries(commands).map(([name, act]) => vscode.commands.registerCommand(`osysharp.${name}`, act)),
    vscode.tasks.registerTaskProvider('osy', new OsyTasks(() => made.interpreter)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => made.restart()),
    vscode.window.onDidChangeWindowState(({ focused }) => focused && void made.tryAgain()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('osy.server.interpreter')) {
        void made.restart();
      }
    }),
  );
  await made.restart();
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}
