/** The state machine beside the text: read-only, live, and with the last good picture while the text is broken. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { StateGraph } from '../protocol';
import type { FromPage, ToPage } from './messages';
import { page } from './page';
import { Places } from './places';

export const VIEW_TYPE = 'osysharp.stateMachine';

const BROKEN = 'The text has errors: this is the last good picture.';
const STOPPED = 'The language server is not running: this is the last picture.';
const UNANSWERED = 'The language server gave no answer: this is the last picture.';
const GONE = 'The workflow is no longer in the file: this is the last picture.';
const CURSOR_DELAY_MS = 150;

/** What is shown: one workflow, and where its text stands. */
interface Shown {
  readonly uri: vscode.Uri;
  readonly workflow: string;
  readonly workflows: readonly string[];
  readonly svg: string;
  /** The workflow as text, for where there is no picture. */
  readonly text: string;
  readonly isBroken: boolean;
  readonly places: Places;
  /** The workflow's first character and the one after its last, as the server saw them. */
  readonly start: number;
  readonly end: number;
}

interface Wanted {
  readonly workflow?: string | undefined;
  readonly position?: vscode.Position | undefined;
  /** Take what is found only if it bears a name that was not in the file before. */
  readonly isRenamed?: boolean;
}

/** The one preview of this window. It follows the cursor from workflow to workflow. */
export class StateMachinePreview implements vscode.Disposable, vscode.WebviewPanelSerializer {
  private readonly subscriptions: vscode.Disposable[];
  private ofClient: vscode.Disposable[] = [];
  private client: LanguageClient | undefined;
  private panel: vscode.WebviewPanel | undefined;
  private shown: Shown | undefined;
  /** Why the picture is not that of the text; empty when it is. */
  private stale = '';
  /** Why nothing is shown. */
  private reason = '';
  /** The file of the newest question, and where its text stands since that was put. */
  private asked: { readonly uri: string; readonly places: Places } | undefined;
  private cursorTimer: NodeJS.Timeout | undefined;
  private wantedOnStart: { readonly uri: vscode.Uri; readonly workflow: string | undefined } | undefined;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.subscriptions = [
      vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, this),
      vscode.workspace.onDidChangeTextDocument((change) => this.edited(change)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.cursorMoved(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.cursorMoved(editor)),
    ];
  }

  /** Follows a server that has just started. */
  attach(client: LanguageClient): void {
    this.detach();
    this.client = client;
    this.ofClient = [
      client.onNotification('osy/showStateGraph', ({ uri, workflow }: { uri: string; workflow: string | null }) =>
        void this.show(vscode.Uri.parse(uri), { workflow: workflow ?? undefined }),
      ),
      client.onNotification('osy/stateGraphChanged', ({ uri }: { uri: string }) => {
        if (this.shown && vscode.Uri.parse(uri).toString() === this.shown.uri.toString()) {
          void this.refresh();
        }
      }),
    ];
    void this.refresh();
  }

  /** Lets go of a server that ended; the picture stays. */
  detach(): void {
    this.client = undefined;
    this.ofClient.splice(0).forEach((each) => each.dispose());
    if (this.shown) {
      this.markStale(STOPPED);
    }
  }

  dispose(): void {
    this.detach();
    clearTimeout(this.cursorTimer);
    this.panel?.dispose();
    this.subscriptions.forEach((each) => each.dispose());
  }

  /** Shows the workflow at the cursor of the active editor; what is shown already gets the focus. */
  async showActive(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.languageId !== 'osy') {
      if (this.panel) {
        this.panel.reveal();
      } else {
        void vscode.window.showInformationMessage('Open an Osy# file with a workflow to see its state machine.');
      }
      return;
    }
    await this.show(editor.document.uri, { position: editor.selection.active });
  }

  async show(uri: vscode.Uri, wanted: Wanted): Promise<void> {
    const before = this.shown;
    if (!this.panel) {
      const options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(this.extension, 'out')] };
      const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.adopt(vscode.window.createWebviewPanel(VIEW_TYPE, 'State Machine', where, options));
    }
    await this.ask(uri, wanted);
    const isSame = before === undefined ? false : before.uri.toString() === uri.toString() && before.workflow === this.shown?.workflow;
    this.panel?.reveal(undefined, !isSame);
  }

  /** Takes over a preview that was open when the window closed. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    this.panel?.dispose();
    panel.webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(this.extension, 'out')] };
    this.adopt(panel);
    const { uri, workflow } = (state ?? {}) as { uri?: string; workflow?: string };
    if (uri) {
      this.wantedOnStart = { uri: vscode.Uri.parse(uri), workflow };
      await this.refresh();
    } else {
      this.showNothing('Put the cursor into a workflow to see its state machine.');
    }
  }

  /** Writes the picture into a file that the user chooses. */
  async exportPicture(): Promise<void> {
    if (!this.panel) {
      await this.showActive();
    }
    const { shown, stale } = this;
    if (!shown?.svg) {
      const reason = shown ? 'the picture cannot be laid out.' : 'open a file with a workflow first.';
      void vscode.window.showInformationMessage(`There is no state machine to export: ${reason}`);
      return;
    }
    const folder = vscode.Uri.joinPath(shown.uri, '..');
    const target = await vscode.window.showSaveDialog({
      defaultUri: vscode.Uri.joinPath(folder, `${shown.workflow}.svg`),
      filters: { SVG: ['svg'] },
      title: 'Export State Machine',
    });
    if (target) {
      await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(shown.svg));
      const open = 'Open';
      const saved = `Saved ${path.basename(target.fsPath)}.`;
      // A picture that is not that of the text must not be passed on as if it were.
      const button = await (stale
        ? vscode.window.showWarningMessage(`${saved} ${stale}`, open)
        : vscode.window.showInformationMessage(saved, open));
      if (button === open) {
        await vscode.commands.executeCommand('vscode.open', target);
      }
    }
  }

  // ── The panel ──────────────────────────────────────────────────────────────────────────────────────────────────────

  private adopt(panel: vscode.WebviewPanel): void {
    this.panel = panel;
    panel.iconPath = vscode.Uri.joinPath(this.extension, 'icon.png');
    panel.webview.html = page(panel.webview, this.extension);
    panel.webview.onDidReceiveMessage((message: FromPage) => void this.receive(message));
    panel.onDidDispose(() => {
      if (this.panel === panel) {
        this.panel = undefined;
        this.shown = undefined;
        this.reason = '';
        this.wantedOnStart = undefined;
      }
    });
  }

  private post(message: ToPage): void {
    void this.panel?.webview.postMessage(message);
  }

  private async receive(message: FromPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.draw();
        break;
      case 'reveal':
        await this.reveal(message.start, message.end, message.focus);
        break;
      case 'choose':
        if (this.shown) {
          await this.ask(this.shown.uri, { workflow: message.workflow });
        }
        break;
      case 'export':
        await this.exportPicture();
        break;
    }
  }

  /** Tells the page all that it shows: what was said before it forgot, as each page does that is hidden. */
  private draw(): void {
    const { shown, stale, reason } = this;
    if (shown) {
      const { workflow, workflows, svg, text } = shown;
      this.post({ type: 'picture', picture: { uri: shown.uri.toString(), workflow, workflows, svg, text, stale } });
      const editor = vscode.window.visibleTextEditors.find((each) => each.document.uri.toString() === shown.uri.toString());
      if (editor) {
        this.tellCursor(editor, shown);
      }
    } else if (reason) {
      this.post({ type: 'nothing', reason });
    }
  }

  private showNothing(reason: string): void {
    this.reason = reason;
    this.draw();
  }

  private markStale(reason: string): void {
    this.stale = reason;
    this.post({ type: 'stale', reason });
  }

  // ── Questions to the server ────────────────────────────────────────────────────────────────────────────────────────

  private async refresh(): Promise<void> {
    const again = this.shown ?? this.wantedOnStart;
    if (this.panel && again) {
      await this.ask(again.uri, { workflow: again.workflow });
    }
  }

  /** Asks for a picture and shows it, unless something newer was asked meanwhile. */
  private async ask(uri: vscode.Uri, wanted: Wanted): Promise<void> {
    const client = this.client;
    if (!client) {
      this.wantedOnStart = { uri, workflow: wanted.workflow };
      if (!this.shown) {
        this.showNothing('The language server is not running.');
      }
      return;
    }
    let asked: typeof this.asked;
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      const places = new Places(document.getText());
      asked = this.asked = { uri: uri.toString(), places };
      const { version } = document;
      const answer = await client.sendRequest<StateGraph | null>('osy/stateGraph', {
        uri: client.code2ProtocolConverter.asUri(uri),
        ...(wanted.workflow === undefined ? {} : { workflow: wanted.workflow }),
        ...(wanted.position && { position: client.code2ProtocolConverter.asPosition(wanted.position) }),
        forms: ['svg', 'text'],
      });
      if (this.asked !== asked || this.client !== client) {
        return;
      }
      if (!answer || (wanted.isRenamed && this.shown?.workflows.includes(answer.workflow))) {
        await this.missing(uri, wanted);
      } else if (answer.version !== null && answer.version !== version && !answer.stale) {
        await this.ask(uri, { workflow: answer.workflow });
      } else {
        this.take(uri, answer, places);
      }
    } catch (problem) {
      this.log.error(`the state machine could not be asked for: ${String(problem)}`);
      if (!asked || this.asked === asked) {
        this.failed(uri, wanted, problem);
      }
    }
  }

  /** The newest question got no answer: the page says so, and a server that starts anew is asked again. */
  private failed(uri: vscode.Uri, wanted: Wanted, problem: unknown): void {
    if (this.shown) {
      this.markStale(this.client ? UNANSWERED : STOPPED);
    } else {
      this.wantedOnStart = { uri, workflow: wanted.workflow };
      const why = problem instanceof Error ? problem.message : String(problem);
      this.showNothing(`The state machine could not be asked for: ${why}`);
    }
  }

  private take(uri: vscode.Uri, answer: StateGraph, places: Places): void {
    const { shown } = this;
    const isSame = shown?.uri.toString() === uri.toString() && shown.workflow === answer.workflow;
    if (isSame && (answer.stale || (answer.broken && !shown.isBroken))) {
      this.markStale(BROKEN);
      return;
    }
    const { start, end } = answer.range;
    this.shown = {
      uri,
      workflow: answer.workflow,
      workflows: answer.workflows,
      svg: answer.drawn.svg ?? '',
      text: answer.drawn.text ?? '',
      isBroken: answer.broken,
      places,
      start: places.characterAt(start.line, start.character),
      end: places.characterAt(end.line, end.character),
    };
    this.wantedOnStart = undefined;
    this.stale = answer.stale || answer.broken ? BROKEN : '';
    if (this.panel) {
      this.panel.title = `State Machine: ${answer.workflow || '…'}`;
    }
    this.draw();
  }

  /** There is no such workflow: look where it stood, for it may bear another name now. */
  private async missing(uri: vscode.Uri, wanted: Wanted): Promise<void> {
    const { shown } = this;
    if (shown?.uri.toString() !== uri.toString()) {
      if (!shown) {
        this.showNothing(`${path.basename(uri.path)} has no workflow.`);
      }
    } else if (wanted.workflow !== undefined) {
      const document = await vscode.workspace.openTextDocument(uri);
      await this.ask(uri, { position: document.positionAt(shown.places.now(shown.start)), isRenamed: true });
    } else {
      this.markStale(GONE);
    }
  }

  // ── Text and picture ───────────────────────────────────────────────────────────────────────────────────────────────

  private edited(change: vscode.TextDocumentChangeEvent): void {
    const uri = change.document.uri.toString();
    // Once the answer is shown, both are the same.
    const followed = new Set<Places>();
    if (this.asked?.uri === uri) {
      followed.add(this.asked.places);
    }
    if (this.shown?.uri.toString() === uri) {
      followed.add(this.shown.places);
    }
    followed.forEach((places) => change.contentChanges.forEach((each) => places.edited(each)));
  }

  private cursorMoved(editor: vscode.TextEditor): void {
    if (!this.panel || editor.document.languageId !== 'osy') {
      return;
    }
    const { shown } = this;
    if (shown?.uri.toString() === editor.document.uri.toString()) {
      const offset = this.tellCursor(editor, shown);
      if (shown.start <= offset && offset <= shown.end) {
        return;
      }
    }
    clearTimeout(this.cursorTimer);
    this.cursorTimer = setTimeout(() => void this.follow(editor), CURSOR_DELAY_MS);
  }

  /** Shows the workflow around the cursor, where there is one. */
  private async follow(editor: vscode.TextEditor): Promise<void> {
    const { client } = this;
    const { document, selection } = editor;
    if (!client || !this.panel || vscode.window.activeTextEditor !== editor) {
      return;
    }
    const answer = await client
      .sendRequest<StateGraph | null>('osy/stateGraph', {
        uri: client.code2ProtocolConverter.asUri(document.uri),
        position: client.code2ProtocolConverter.asPosition(selection.active),
      })
      .catch(() => null);
    const isInside = answer && client.protocol2CodeConverter.asRange(answer.range).contains(selection.active);
    if (isInside && (answer.workflow !== this.shown?.workflow || document.uri.toString() !== this.shown.uri.toString())) {
      await this.ask(document.uri, { workflow: answer.workflow });
    }
  }

  private tellCursor(editor: vscode.TextEditor, shown: Shown): number {
    const offset = shown.places.seen(editor.document.offsetAt(editor.selection.active));
    this.post({ type: 'cursor', offset });
    return offset;
  }

  private async reveal(start: number, end: number, focus: boolean): Promise<void> {
    const { shown } = this;
    if (!shown) {
      return;
    }
    const document = await vscode.workspace.openTextDocument(shown.uri);
    const [from, to] = [start, end].map((each) => document.positionAt(shown.places.now(each)));
    const open = vscode.window.visibleTextEditors.find((each) => each.document === document);
    const begin = from ?? new vscode.Position(0, 0);
    const viewColumn = open?.viewColumn ?? vscode.ViewColumn.One;
    const editor = await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: !focus });
    // The cursor stands where the thing begins: of a long one that is what one wants to see.
    editor.selection = new vscode.Selection(to ?? begin, begin);
    editor.revealRange(new vscode.Range(begin, begin), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}
