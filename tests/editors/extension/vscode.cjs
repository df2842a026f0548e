/** As much of the editor's API as the extension's modules need by themselves; `said` is what they told the user. */
const said = [];
const documents = new Map();
const written = new Map();
const listeners = { change: [], panels: [] };
const nothing = { dispose() {} };

class Uri {
  constructor(path) {
    this.path = this.fsPath = path;
  }
  static parse(text) {
    return new Uri(text.replace(/^file:\/\//, ''));
  }
  static joinPath(uri, ...parts) {
    return new Uri(require('node:path').posix.join(uri.path, ...parts));
  }
  toString() {
    return `file://${this.path}`;
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class TestCoverageCount {
  constructor(covered, total) {
    Object.assign(this, { covered, total });
  }
}

class FileCoverage {
  constructor(uri, statementCoverage, branchCoverage, declarationCoverage) {
    Object.assign(this, { uri, statementCoverage, branchCoverage, declarationCoverage });
  }
}

class StatementCoverage {
  constructor(executed, location, branches) {
    Object.assign(this, { executed, location, branches });
  }
}

class BranchCoverage {
  constructor(executed, location, label) {
    Object.assign(this, { executed, location, label });
  }
}

class DeclarationCoverage {
  constructor(name, executed, location) {
    Object.assign(this, { name, executed, location });
  }
}

/** A panel that keeps what is posted; `tell` is the page's side. */
function createWebviewPanel() {
  const panel = {
    posted: [],
    reveal() {},
    dispose() {},
    onDidDispose: () => nothing,
    webview: {
      asWebviewUri: (uri) => uri,
      postMessage: (message) => void panel.posted.push(message),
      onDidReceiveMessage: (heard) => ((panel.tell = heard), nothing),
    },
  };
  listeners.panels.push(panel);
  return panel;
}

const show = (kind) => async (message) => void said.push([kind, message]);

module.exports = {
  Uri, Position, TestCoverageCount, FileCoverage, StatementCoverage, BranchCoverage, DeclarationCoverage,
  ViewColumn: { Beside: -2, One: 1 },
  ProgressLocation: { Notification: 15 },
  window: {
    visibleTextEditors: [],
    registerWebviewPanelSerializer: () => nothing,
    onDidChangeTextEditorSelection: () => nothing,
    onDidChangeActiveTextEditor: () => nothing,
    createWebviewPanel,
    showInformationMessage: show('information'),
    showWarningMessage: show('warning'),
    showErrorMessage: show('error'),
    showSaveDialog: async ({ defaultUri }) => defaultUri,
    withProgress: (_, task) => task(),
  },
  workspace: {
    onDidChangeTextDocument: (heard) => (listeners.change.push(heard), nothing),
    openTextDocument: async (uri) => ({ uri, version: 1, getText: () => documents.get(uri.path) ?? '' }),
    fs: { writeFile: async (uri, bytes) => void written.set(uri.path, new TextDecoder().decode(bytes)) },
  },
  commands: { executeCommand: async () => undefined },
  said, documents, written, listeners,
};
