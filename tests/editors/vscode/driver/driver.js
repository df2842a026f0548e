/**
 * An extension beside the one that is tested: it takes functions from a journey, over the socket that `OSY_DRIVER` names, and
 * runs them here, where VS Code's own interface for extensions is. A function gets `gestures`, below, and one value.
 */
const http = require('node:http');
const vscode = require('vscode');

exports.activate = (context) => {
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => void answer(body).then((said) => response.end(JSON.stringify(said))));
  });
  server.listen(process.env.OSY_DRIVER);
  context.subscriptions.push({ dispose: () => server.close() });
};

async function answer(body) {
  try {
    const { act, given } = JSON.parse(body);
    return { result: await (0, eval)(`(${act})`)(gestures, given) };
  } catch (problem) {
    return { problem: String(problem.stack ?? problem) };
  }
}

const gestures = {
  vscode,

  run: (command, ...more) => vscode.commands.executeCommand(command, ...more),

  /** Shows a file with the cursor where `|` stands in a piece of its text; two of them select what is between. */
  async show(file, marked = '') {
    const document = await vscode.workspace.openTextDocument(file);
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    const [start, end] = gestures.places(document, marked);
    editor.selection = new vscode.Selection(start, end);
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenter);
    return editor;
  },

  places(document, marked) {
    const [before, ...rest] = marked.split('|');
    const at = document.getText().indexOf(before + rest.join(''));
    if (at < 0) throw new Error(`${document.fileName} has no ${marked}`);
    const start = document.positionAt(at + before.length);
    return [start, rest.length > 1 ? document.positionAt(at + before.length + rest[0].length) : start];
  },

  /** Writes another text in the place of the first that is like `before`. */
  async replace(editor, before, after) {
    const [start, end] = gestures.places(editor.document, `|${before}|`);
    await editor.edit((edit) => edit.replace(new vscode.Range(start, end), after));
  },

  /** Where the cursor is: the file's name, and its line as text. */
  here() {
    if (!vscode.window.activeTextEditor) return '';
    const { document, selection } = vscode.window.activeTextEditor;
    const name = document.fileName.slice(document.fileName.lastIndexOf('/') + 1);
    return `${name}: ${document.lineAt(selection.active.line).text.trim()}`;
  },

  /** Throws away what is not saved, in all files. */
  async revert() {
    for (const document of vscode.workspace.textDocuments.filter((each) => each.isDirty)) {
      while (document.isDirty) {
        await vscode.window.showTextDocument(document, { preview: false });
        await vscode.commands.executeCommand('workbench.action.files.revert');
      }
    }
  },
};
