/**
 * Each thing that the server answers and that VS Code can show, once: in a workspace that gets a second folder, with the gestures
 * and commands of a user where there is something to see.
 *
 * node features.mjs '{…}': the options of working.mjs, and `driver`: the packed extension of `driver/`.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { session, until } from './workbench.mjs';

const options = JSON.parse(process.argv[2]);
const folder = path.dirname(options.workspace);
const [MODEL, CASES, MANIFEST] = ['model/order.osy', 'tests/order.test.osy', 'app.osy'].map((each) => path.join(folder, 'app', each));
const NEW = path.join(folder, 'app', 'tests', 'new.test.osy');
const SECOND = path.join(folder, 'second');
const SUGGESTED = '.suggest-widget.visible .monaco-list-row.focused';
const [SPACED, PLACED] = ['int   Weight ;', 'int Weight;'];
let workbench, page;

await session(options, (opened) => ([workbench, page] = [opened, opened.page]), {
  'closed file': faultOfAFileThatNobodyOpened,
  'second folder': folderComesAndGoes,
  documentation: proposalIsDocumentedWhenItIsLookedAt,
  snippet: wholeBlockIsFilledIn,
  'auto using': proposalBringsItsUsing,
  signature: signatureIsShown,
  jumps: namesLeadToTheirPlaces,
  references: mentionsAreListed,
  rename: allFilesTakeTheNewName,
  highlights: mentionsAreMarked,
  symbols: namesAreFound,
  tokens: namesHaveTheirKinds,
  folding: stateIsFolded,
  'selection ranges': selectionGrows,
  hints: hintsComeAndGoWithTheirSetting,
  'call hierarchy': callersAndRaisesAreListed,
  'type hierarchy': typesAboveAreListed,
  links: usingLeadsToItsFiles,
  'quick fix': nearNameIsTaken,
  'fix all': safeRepairsAreMade,
  'organise usings': usingsComeInOrder,
  extract: statementsBecomeAFunction,
  generate: missingStatesAndATestAreWritten,
  format: documentAndSelectionAreFormatted,
  'format on type': finishedLineIsFormatted,
  'format on save': savedFileIsFormatted,
  'file renamed': manifestFollows,
});

// ── Files and folders ────────────────────────────────────────────────────────────────────────────────────────────────

async function faultOfAFileThatNobodyOpened() {
  await shown(MODEL);
  const file = path.join(folder, 'app', 'model', 'broken.osy');
  fs.writeFileSync(file, 'entity Broken { Nothing Here; }\n');
  await until(async () => (await problemsOf(file)).some((text) => text.includes('Nothing')), 'the finding of a new file');
  fs.writeFileSync(file, 'entity Broken { string Here; }\n');
  await until(async () => (await problemsOf(file)).length === 0, 'the end of the finding');
  fs.rmSync(file);
}

async function folderComesAndGoes() {
  // As many as take longer than the 0.3 s before the server tells of its progress.
  for (let number = 0; number < 300; number += 1) {
    const members = Array.from({ length: 40 }, (_, each) => `  string Field${each};\n  int Method${each}(int by) => by * ${each};\n`);
    fs.mkdirSync(path.join(SECOND, 'model'), { recursive: true });
    fs.writeFileSync(path.join(SECOND, 'model', `e${number}.osy`), `entity Second${number} {\n${members.join('')}}\n`);
  }
  fs.writeFileSync(path.join(SECOND, 'app.osy'), 'app Second { model "model/**/*.osy"; }\n');
  await page.evaluate(() => {
    window.said = '';
    const bar = document.querySelector('.part.statusbar');
    window.listener = new MutationObserver(() => (window.said += `${bar.textContent}\n`));
    window.listener.observe(bar, { subtree: true, childList: true, characterData: true });
  });
  const symbols = () => inEditor(({ run }) => run('vscode.executeWorkspaceSymbolProvider', 'Second149').then((found) => found.map(({ name }) => name)));
  const count = () => inEditor(({ vscode }) => vscode.workspace.workspaceFolders.length);
  await inEditor(({ vscode }, added) => vscode.workspace.updateWorkspaceFolders(1, 0, { uri: vscode.Uri.file(added) }), SECOND);
  await until(async () => (await count()) === 2, 'two folders');
  await until(async () => (await symbols()).includes('Second149'), 'a name of the second folder');
  await until(() => page.evaluate(() => window.said.includes('Osy# projects')), 'the progress of reading it');
  await page.evaluate(() => window.listener.disconnect());
  await inEditor(({ vscode }) => vscode.workspace.updateWorkspaceFolders(1, 1));
  await until(async () => !(await symbols()).includes('Second149'), 'the end of the second folder');
}

async function manifestFollows() {
  const wanted = path.join(folder, 'app', 'model', 'orders.osy');
  fs.writeFileSync(MANIFEST, 'app Shop {\n  use Osysharp.Workflow;\n  model "model/order.osy";\n}\n');
  await until(
    () => inEditor(({ vscode }, file) => vscode.workspace.openTextDocument(file).then((found) => found.getText().includes('order.osy')), MANIFEST),
    'the other manifest',
  );
  await inEditor(
    ({ vscode }, [before, after]) => {
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(vscode.Uri.file(before), vscode.Uri.file(after));
      void vscode.workspace.applyEdit(edit);
    },
    [MODEL, wanted],
  );
  const agree = page.locator('.monaco-dialog-box', { hasText: 'refactoring changes' }).locator('.monaco-button', { hasText: 'OK' });
  await agree.waitFor();
  await page.screenshot({ path: path.join(options.pictures, 'file-to-be-renamed.png') });
  await agree.click();
  await until(() => fs.existsSync(wanted), 'the file with its new name');
  await until(async () => (await textOf(MANIFEST)).includes('"model/orders.osy"'), 'the new name in the manifest');
}

// ── Completion ───────────────────────────────────────────────────────────────────────────────────────────────────────

async function proposalIsDocumentedWhenItIsLookedAt() {
  await shown(CASES, 'row.Dou|bled(2)');
  await workbench.focusText();
  await run('editor.action.triggerSuggest');
  await page.waitForSelector(`${SUGGESTED}[aria-label^="Doubled"]`);
  await run('toggleSuggestionDetails');
  const details = page.locator('.suggest-details:visible');
  await until(async () => /int Doubled\(int by\)/.test(await details.innerText()), 'the signature beside the proposals');
  await run('toggleSuggestionDetails');
  await run('hideSuggestWidget');
}

async function wholeBlockIsFilledIn() {
  await blank('// a file\n|');
  await page.keyboard.type('workf');
  await chosen('workflow', 'Snippet');
  const block = /workflow (\w+) \{[^]*Tracks[^]*Initial[^]*state/;
  const [, name] = await until(async () => block.exec(await textOf(NEW)), 'the block');
  await until(async () => (await selected()) === name, 'the name to be selected');
  await page.keyboard.type('Lending');
  await page.keyboard.press('Tab');
  await until(async () => (await textOf(NEW)).includes('workflow Lending {'), 'the name that was typed');
}

async function proposalBringsItsUsing() {
  await blank('int F() {\n  var made = new |;\n}\n');
  await page.keyboard.type('Orde');
  await chosen('Order');
  await until(async () => /^using Shop;[^]*new Order\b/.test(await textOf(NEW)), 'the using');
}

// ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────

async function signatureIsShown() {
  await shown(CASES, 'RaisePay(row, |reference');
  await run('editor.action.triggerParameterHints');
  const widget = page.locator('.parameter-hints-widget.visible');
  await until(async () => /RaisePay\(Order row, string reference/.test(await widget.innerText().catch(() => '')), 'the signature');
  const active = widget.locator('.parameter.active');
  await until(async () => (await active.allTextContents()).join('') === 'string reference', 'the parameter at the cursor');
  await run('closeParameterHints');
}

async function namesLeadToTheirPlaces() {
  const jumps = [
    ['editor.action.revealDefinition', CASES, 'row.Dou|bled(2)', 'order.osy: int Doubled(int by)'],
    ['editor.action.revealDeclaration', MODEL, 'goto Pa|id', 'order.osy: enum Stage'],
    ['editor.action.goToTypeDefinition', MODEL, 'Person? Bu|yer', 'order.osy: entity Person'],
    ['editor.action.goToImplementation', MODEL, 'interface Carr|ier', 'order.osy: class Post'],
  ];
  for (const [command, file, place, wanted] of jumps) {
    await shown(file, place);
    await run(command);
    await until(async () => (await here()).startsWith(wanted), `${command} to lead to ${wanted}`);
  }
}

async function mentionsAreListed() {
  await shown(MODEL, 'int Dou|bled');
  await run('editor.action.referenceSearch.trigger');
  const rows = page.locator('.reference-zone-widget .ref-tree .monaco-list-row');
  await until(async () => (await rows.allInnerTexts()).some((text) => text.includes('order.test.osy')), 'the mentions in the tests');
  await run('closeReferenceSearch');
}

async function allFilesTakeTheNewName() {
  await shown(MODEL, 'int Dou|bled');
  await run('editor.action.rename');
  const input = page.locator('.rename-box input');
  await until(async () => (await input.inputValue().catch(() => '')) === 'Doubled', 'the old name');
  await input.fill('Twofold');
  await page.screenshot({ path: path.join(options.pictures, 'rename-box.png') });
  await page.keyboard.press('Enter');
  await until(async () => (await textOf(MODEL)).includes('int Twofold(int by)'), 'the new name');
  await until(async () => (await textOf(CASES)).includes('row.Twofold(2)'), 'the new name in the tests');
  await revert();
}

async function mentionsAreMarked() {
  // Where nobody knows better the editor marks the same letters, and those are neither read nor written.
  await shown(MODEL, 'Town = to|wn');
  await page.waitForSelector('.editor-instance .wordHighlight');
  await shown(MODEL, 'To|wn = town');
  await page.waitForSelector('.editor-instance .wordHighlightStrong');
}

async function namesAreFound() {
  const inFile = await inEditor(async ({ vscode, run }, file) => {
    const names = (found) => found.flatMap((each) => [each.name, ...names(each.children)]);
    return names(await run('vscode.executeDocumentSymbolProvider', vscode.Uri.file(file)));
  }, MODEL);
  for (const name of ['Order', 'Doubled', 'Sale', 'Open']) assert.ok(inFile.includes(name), `${name} is not among ${inFile}`);
  const everywhere = await inEditor(({ run }) => run('vscode.executeWorkspaceSymbolProvider', 'it_is').then((found) => found.map(({ name }) => name)));
  assert.deepEqual(everywhere, ['it_is_paid']);
  await shown(MODEL);
  await run('workbench.action.gotoSymbol');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Person' }).first().waitFor();
  await page.keyboard.press('Escape');
}

async function namesHaveTheirKinds() {
  const kinds = (command, ...more) =>
    inEditor(
      async ({ vscode, run }, [file, command, more]) => {
        const uri = vscode.Uri.file(file);
        const legend = await run('vscode.provideDocumentSemanticTokensLegend', uri);
        const range = more.length ? [new vscode.Range(...more)] : [];
        const { data } = await run(command, uri, ...range);
        return Array.from(data).flatMap((number, index) => (index % 5 === 3 ? [legend.tokenTypes[number]] : []));
      },
      [MODEL, command, more],
    );
  const all = await kinds('vscode.provideDocumentSemanticTokens');
  for (const kind of ['enum', 'enumMember', 'property', 'method', 'parameter']) assert.ok(all.includes(kind), `${kind} is not among ${all}`);
  const first = await kinds('vscode.provideDocumentRangeSemanticTokens', 0, 0, 2, 0);
  assert.ok(first.length > 0 && first.length < all.length);
  assert.deepEqual(first, all.slice(0, first.length));
}

async function stateIsFolded() {
  // Where nobody knows better the editor folds by the blanks before a line, and calls nothing a comment.
  await replace(MODEL, 'enum Stage', '// What an order\n// goes through.\nenum Stage');
  await until(async () => (await foldingKinds()).includes('comment'), 'the comment that can be folded');
  await shown(MODEL, 'state Op|en {');
  const isShown = () => inEditor(({ vscode, places }) => {
    const editor = vscode.window.activeTextEditor;
    const [inside] = places(editor.document, '|Candidates');
    return editor.visibleRanges.some((range) => range.contains(inside));
  });
  assert.ok(await isShown());
  await run('editor.fold');
  await until(async () => !(await isShown()), 'the fold');
  await run('editor.unfoldAll');
  await revert();
}

async function selectionGrows() {
  await shown(MODEL, 'Weight * |by');
  const grown = [''];
  for (const wanted of ['by', 'Weight * by', 'return sum']) {
    while (!grown.at(-1).includes(wanted)) {
      await run('editor.action.smartSelect.expand');
      await until(async () => (await selected()).length > grown.at(-1).length, `more than ${grown.at(-1)} to be selected`);
      grown.push(await selected());
    }
  }
  assert.ok(grown.includes('by') && grown.includes('Weight * by'), String(grown));
}

async function hintsComeAndGoWithTheirSetting() {
  await shown(CASES, 'var ro|w');
  const hints = () => page.locator('.editor-instance .view-line', { hasText: ': Order' }).count();
  await until(hints, 'the type of the variable');
  const set = (value) =>
    inEditor(({ vscode }, value) => vscode.workspace.getConfiguration('osy').update('inlayHints.types', value, vscode.ConfigurationTarget.Global), value);
  await set(false);
  await until(async () => !(await hints()), 'the end of the hint');
  await set(undefined);
  await until(hints, 'the hint');
}

async function callersAndRaisesAreListed() {
  await shown(MODEL, 'event Canc|el');
  await run('editor.showCallHierarchy');
  const rows = page.locator('.call-hierarchy .tree .monaco-list-row');
  await until(async () => (await rows.allInnerTexts()).some((text) => text.includes('it_is_paid')), 'the test that raises it');
  await run('editor.closeCallHierarchy');
}

async function typesAboveAreListed() {
  await shown(MODEL, 'class Po|st');
  await run('editor.showTypeHierarchy');
  await page.locator('.peekview-widget', { hasText: "No subtypes of 'Post'" }).waitFor();
  await run('editor.showSupertypes');
  const rows = page.locator('.type-hierarchy .tree .monaco-list-row');
  await until(async () => (await rows.allInnerTexts()).some((text) => text.includes('Carrier')), 'the interface');
  await run('editor.closeTypeHierarchy');
}

async function usingLeadsToItsFiles() {
  const targets = await inEditor(
    ({ vscode, run }, file) => run('vscode.executeLinkProvider', vscode.Uri.file(file), 10).then((found) => found.map(({ target }) => target.fsPath)),
    CASES,
  );
  assert.deepEqual(targets, [MODEL]);
}

// ── Changing ─────────────────────────────────────────────────────────────────────────────────────────────────────────

async function nearNameIsTaken() {
  await shown(MODEL);
  await replace(MODEL, 'goto Paid;', 'goto Piad;');
  await until(async () => (await problemsOf(MODEL)).some((text) => text.includes('Piad')), 'the finding');
  await shown(MODEL, 'goto Pi|ad');
  await run('editor.action.quickFix');
  await page.locator('.action-widget .monaco-list-row', { hasText: 'Paid' }).first().waitFor();
  await page.screenshot({ path: path.join(options.pictures, 'quick-fix-offered.png') });
  await page.keyboard.press('Enter');
  await until(async () => (await textOf(MODEL)).includes('goto Paid;'), 'the repair');
  await revert();
}

async function safeRepairsAreMade() {
  await blank('using Shop;\nint F() => 1;\n|');
  await until(async () => (await problemsOf(NEW)).length > 0, 'the using that nothing needs');
  await run('editor.action.fixAll');
  await until(async () => (await textOf(NEW)) === 'int F() => 1;\n', 'all repairs');
}

async function usingsComeInOrder() {
  await blank('using Shop;\nusing Osysharp.Workflow;\nint F(Order row) => row.Weight;\nSlotStatus G(Slot slot) => slot.Status;\n|');
  await run('editor.action.organizeImports');
  await until(async () => (await textOf(NEW)).startsWith('using Osysharp.Workflow;\nusing Shop;\n'), 'the usings in order');
}

async function statementsBecomeAFunction() {
  await shown(MODEL, '|Weight * by|');
  await run('editor.action.codeAction', { kind: 'refactor.extract', apply: 'first' });
  await until(async () => /int Extracted\(int by\) => Weight \* by;/.test(await textOf(MODEL)), 'the method');
  await revert();
}

async function missingStatesAndATestAreWritten() {
  await shown(MODEL);
  await replace(MODEL, '  terminal cancel Gone { }\n', '');
  await applied(MODEL, 'workflow Sa|le', /^Add state `Gone`/);
  assert.match(await textOf(MODEL), /state Gone \{ \}/);
  await revert();
  await applied(MODEL, 'workflow Sa|le', /^Add a test for `Sale`/);
  assert.match((await textOf(CASES)) + (await textOf(NEW)), /void sale_begins_in_open\(\)/);
  await revert();
}

async function documentAndSelectionAreFormatted() {
  await shown(MODEL);
  await replace(MODEL, PLACED, SPACED);
  await run('editor.action.formatDocument');
  await until(async () => (await textOf(MODEL)).includes(PLACED), 'the document in order');
  await replace(MODEL, PLACED, SPACED);
  await replace(MODEL, 'string Code;', 'string   Code;');
  await shown(MODEL, `|${SPACED}|`);
  await run('editor.action.formatSelection');
  await until(async () => (await textOf(MODEL)).includes(PLACED), 'the selection in order');
  assert.ok((await textOf(MODEL)).includes('string   Code;'), 'another line was formatted');
  await revert();
}

async function finishedLineIsFormatted() {
  await shown(MODEL);
  await replace(MODEL, PLACED, 'int   Weight');
  await shown(MODEL, 'int   Weight|');
  await workbench.focusText();
  await page.keyboard.type(';');
  await until(async () => (await textOf(MODEL)).includes(PLACED), 'the line in order');
  await revert();
}

async function savedFileIsFormatted() {
  await shown(MODEL);
  await replace(MODEL, PLACED, SPACED);
  await formatOnSave(true);
  await run('workbench.action.files.save');
  // On disk it was in order before; only what was formatted is saved and the same again.
  await until(() => inEditor(({ vscode }, file) => vscode.workspace.textDocuments.some((each) => each.fileName === file && !each.isDirty), MODEL), 'the saving');
  assert.ok(fs.readFileSync(MODEL, 'utf8').includes(PLACED));
  await formatOnSave(undefined);
}

// ── Gestures ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Lets the editor format what is saved, or takes that back. */
function formatOnSave(isFormatted) {
  return inEditor(
    ({ vscode }, value) => vscode.workspace.getConfiguration('editor').update('formatOnSave', value, vscode.ConfigurationTarget.Global),
    isFormatted,
  );
}

function inEditor(act, given) {
  return workbench.inEditor(act, given);
}

function foldingKinds() {
  return inEditor(
    async ({ vscode, run }, file) => (await run('vscode.executeFoldingRangeProvider', vscode.Uri.file(file))).map(({ kind }) => vscode.FoldingRangeKind[kind]?.toLowerCase()),
    MODEL,
  );
}

/** Runs one of the editor's commands. It is not waited for: one that asks something ends only with the answer. */
function run(command, ...more) {
  return inEditor(({ run }, [command, more]) => void run(command, ...more), [command, more]);
}

/** Shows a file with the cursor where `|` stands in a piece of its text, and waits until it is there. */
async function shown(file, place = '|') {
  const wanted = await inEditor(
    ({ show }, [file, place]) => show(file, place).then(({ selection }) => ({ line: selection.active.line + 1, column: selection.active.character + 1 })),
    [file, place],
  );
  await until(async () => {
    const { line, column } = await workbench.selection();
    return line === wanted.line && column === wanted.column;
  }, `the cursor at ${place} in ${file}`);
  await page.waitForSelector(`.tab.active[data-resource-name="${path.basename(file)}"]`);
}

function here() {
  return inEditor(({ here }) => here());
}

/** The text that is selected. */
function selected() {
  return inEditor(({ vscode: { window } }) => window.activeTextEditor.document.getText(window.activeTextEditor.selection));
}

function revert() {
  return inEditor(({ revert }) => revert());
}

function replace(file, before, after) {
  return inEditor(({ show, replace }, [file, before, after]) => show(file).then((editor) => replace(editor, before, after)), [file, before, after]);
}

function textOf(file) {
  return inEditor(({ vscode }, file) => vscode.workspace.openTextDocument(file).then((document) => document.getText()), file);
}

function problemsOf(file) {
  return inEditor(({ vscode }, file) => vscode.languages.getDiagnostics(vscode.Uri.file(file)).map(({ message }) => message), file);
}

/** A new file with this text, open, with the cursor at the mark. */
async function blank(marked) {
  await revert();
  if (!fs.existsSync(NEW)) fs.writeFileSync(NEW, '');
  await inEditor(
    async ({ vscode, show }, [file, text]) => {
      const editor = await show(file);
      const everything = new vscode.Range(0, 0, editor.document.lineCount, 0);
      await editor.edit((edit) => edit.replace(everything, text));
    },
    [NEW, marked.replace('|', '')],
  );
  await shown(NEW, marked);
  await workbench.focusText();
}

/** Takes the proposal with this name: the one in focus, or one further down. */
async function chosen(name, kind = '') {
  for (let tries = 0; ; tries += 1) {
    await page.waitForSelector(SUGGESTED);
    const label = await page.locator(SUGGESTED).getAttribute('aria-label');
    if (label.startsWith(name) && label.includes(kind)) break;
    if (tries === 20) throw new Error(`${name} (${kind}) is not proposed`);
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await page.waitForSelector('.suggest-widget.visible', { state: 'detached' });
}

/** Asks for the actions at a place and does the one with this title. */
async function applied(file, place, title) {
  await shown(file, place);
  await inEditor(
    async ({ vscode, run, places }, [place, title]) => {
      const { document } = vscode.window.activeTextEditor;
      const [start] = places(document, place);
      const actions = await run('vscode.executeCodeActionProvider', document.uri, new vscode.Range(start, start));
      const [action] = actions.filter((each) => new RegExp(title).test(each.title));
      if (!action) throw new Error(`there is no ${title} among ${actions.map((each) => each.title)}`);
      await vscode.workspace.applyEdit(action.edit);
    },
    [place, title.source],
  );
}
