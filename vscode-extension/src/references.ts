/** The lens that counts mentions: they are shown in the editor's own view. */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { ShownReferences } from './protocol';

export function followReferences(client: LanguageClient): vscode.Disposable {
  return client.onNotification('osy/showReferences', ({ uri, position, locations }: ShownReferences) => {
    const { protocol2CodeConverter: convert } = client;
    void vscode.commands.executeCommand(
      'editor.action.showReferences',
      convert.asUri(uri),
      convert.asPosition(position),
      locations.map((each) => convert.asLocation(each)),
    );
  });
}
