-- Each thing that the server answers and that Neovim can show, once.
local s = dofile(vim.env.OSY_SUPPORT)
local MODEL, CASES = 'app/model/order.osy', 'app/tests/order.test.osy'
local is_new = vim.fn.has('nvim-0.12') == 1

--- Jumps by an action and gives the line that the cursor is on then.
local function jumped(act)
  local before = { vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0) }
  act()
  s.wait('a jump', function()
    return not vim.deep_equal(before, { vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0) })
  end)
  return s.line()
end

--- Does something that fills the quickfix list and gives the list's texts.
local function listed(act)
  vim.fn.setqflist({}, 'r', { items = {} })
  act()
  local list = s.wait('the list', function()
    local found = vim.fn.getqflist()
    return #found > 0 and found
  end)
  vim.cmd('cclose')
  return vim.tbl_map(function(item)
    return vim.trim(item.text)
  end, list)
end

local function has(texts, part)
  s.contains(table.concat(texts, '\n'), part)
end

--- The titles of the lenses on a line.
local function lenses_on(row)
  local titles = {}
  for _, lens in ipairs(s.lenses()) do
    if lens.command and lens.range.start.line == row then
      table.insert(titles, lens.command.title)
    end
  end
  return table.concat(titles, ', ')
end

--- Does the only code action that is wanted.
local function act(only, title)
  vim.lsp.buf.code_action({
    context = { only = { only }, diagnostics = {} },
    filter = function(action)
      return action.title:find(title, 1, true) ~= nil
    end,
    apply = true,
  })
end

local function comes(part, bufnr)
  s.wait(part, function()
    return s.text(bufnr):find(part, 1, true)
  end)
end

s.write('app/model/yard.osy', 'namespace Yard;\nentity Shed { }\n')

s.run({
  {
    'completion',
    function()
      s.edit(CASES)
      s.put_cursor('row.Dou|bled(2)')
      s.wait_for_project('textDocument/definition')
      local row = s.put_cursor('Sale.RaiseCancel(row);')
      vim.api.nvim_buf_set_lines(0, row + 1, row + 1, false, { '  row.Wei' })
      vim.api.nvim_win_set_cursor(0, { row + 2, 8 })
      -- `<C-x><C-o>` asks the server; its only answer is taken at once.
      s.insert('A<C-x><C-o>', {
        {
          function()
            return s.line() == 'row.Weight'
          end,
          '<Esc>',
        },
      })
      vim.cmd('edit!')
    end,
  },
  {
    'completion with documentation',
    function()
      vim.o.completeopt = 'menuone,noinsert,popup'
      s.put_cursor('Sale.RaiseCancel(row);')
      s.insert('orow.Doub<C-x><C-o>', {
        {
          function()
            if not s.offers('Doubled')() then
              return false
            elseif is_new then
              return (s.floating() or ''):find('Function of `Order`', 1, true)
            end
            -- Before 0.12 Neovim does not ask for it; plug-ins do.
            local item = vim.fn.complete_info({ 'items' }).items[1].user_data.nvim.lsp.completion_item
            s.equal(item.documentation, nil)
            s.contains(s.ask('completionItem/resolve', item).documentation.value, 'Function of `Order`')
            return true
          end,
          '<C-y><Esc>',
        },
      })
      s.equal(s.line(), 'row.Doubled')
      vim.cmd('edit!')
    end,
  },
  {
    'completion of a whole block',
    function()
      vim.cmd('normal! G')
      s.insert('otes<C-x><C-o>', { { s.offers('test …'), '<C-y>' }, { vim.snippet.active, '' } })
      -- From stop to stop.
      s.type('it_weighs<Tab>Order.Single();<Esc>')
      s.contains(s.text(), '[Test]\nvoid it_weighs() {\n  Order.Single();\n}')
      vim.snippet.stop()
      vim.cmd('edit!')
    end,
  },
  {
    'completion with a using',
    function()
      s.put_cursor('Sale.RaiseCancel(row);')
      s.insert('oShe<C-x><C-o>', {
        { s.offers('Shed'), '<C-y>' },
        {
          function()
            return s.text():find('using Yard;', 1, true)
          end,
          '<Esc>',
        },
      })
      s.equal(s.line(), 'Shed')
      vim.cmd('edit!')
    end,
  },
  {
    'signature help',
    function()
      s.edit(CASES)
      s.put_cursor('row.Doubled(|2)')
      vim.lsp.buf.signature_help()
      s.contains(s.wait('the signature', s.floating), 'Doubled(int by)')
      vim.cmd('fclose!')
    end,
  },
  {
    'definition',
    function()
      s.put_cursor('row.Dou|bled(2)')
      s.contains(jumped(vim.lsp.buf.definition), 'int Doubled(int by)')
    end,
  },
  {
    'definition by a tag',
    function()
      s.edit(CASES)
      s.put_cursor('row.Dou|bled(2)')
      s.contains(
        jumped(function()
          vim.cmd('tag Doubled')
        end),
        'int Doubled(int by)'
      )
    end,
  },
  {
    'declaration',
    function()
      s.put_cursor('goto Pa|id')
      s.contains(jumped(vim.lsp.buf.declaration), 'enum Stage')
    end,
  },
  {
    'type definition',
    function()
      s.put_cursor('Person? Bu|yer')
      s.contains(jumped(vim.lsp.buf.type_definition), 'entity Person')
    end,
  },
  {
    'implementation',
    function()
      s.put_cursor('interface Carr|ier')
      s.contains(jumped(vim.lsp.buf.implementation), 'class Post')
    end,
  },
  {
    'references',
    function()
      s.put_cursor('int Dou|bled')
      local texts = listed(vim.lsp.buf.references)
      has(texts, 'int Doubled(int by)')
      has(texts, 'row.Doubled(2)')
    end,
  },
  {
    'rename',
    function()
      s.put_cursor('int Dou|bled')
      vim.lsp.buf.rename('Twofold')
      s.wait('the new name here', function()
        return s.text():find('int Twofold(int by)', 1, true)
      end)
      s.edit(CASES)
      s.contains(s.text(), 'row.Twofold(2)')
      vim.cmd('bufdo undo')
      s.edit(MODEL)
      s.contains(s.text(), 'int Doubled')
    end,
  },
  {
    'highlights',
    function()
      s.put_cursor('int Wei|ght')
      vim.api.nvim_exec_autocmds('CursorHold', { buffer = 0 })
      local namespace = s.wait('the namespace', function()
        return vim.api.nvim_get_namespaces()['nvim.lsp.references'] or vim.api.nvim_get_namespaces()['vim_lsp_references']
      end)
      s.wait('the marks', function()
        return #vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, {}) >= 3
      end)
      vim.api.nvim_exec_autocmds('CursorMoved', { buffer = 0 })
      s.equal(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, {}), {})
    end,
  },
  {
    'document symbols',
    function()
      local symbols = vim.lsp.util.symbols_to_items(
        s.ask('textDocument/documentSymbol', { textDocument = vim.lsp.util.make_text_document_params() }),
        0,
        s.client().offset_encoding
      )
      local texts = vim.tbl_map(function(item)
        return item.text
      end, symbols)
      for _, name in ipairs({ 'Order', 'Doubled', 'Sale', 'Open' }) do
        has(texts, name)
      end
    end,
  },
  {
    'workspace symbols',
    function()
      has(listed(function()
        vim.lsp.buf.workspace_symbol('it_is_paid')
      end), 'it_is_paid')
    end,
  },
  {
    'semantic tokens',
    function()
      local row, column = s.place('int |Weight;')
      local found = s.wait('the tokens', function()
        local tokens = vim.lsp.semantic_tokens.get_at_pos(0, row, column)
        return tokens and tokens[1]
      end)
      s.equal(found.type, 'property')
    end,
  },
  {
    'inlay hints',
    function()
      assert(vim.lsp.inlay_hint.is_enabled({ bufnr = 0 }))
      local hints = s.wait('the hints', function()
        local found = vim.lsp.inlay_hint.get({ bufnr = 0 })
        return #found > 0 and found
      end)
      local labels = vim.tbl_map(function(hint)
        local label = hint.inlay_hint.label
        return type(label) == 'string' and label or label[1].value
      end, hints)
      has(labels, 'int')
    end,
  },
  {
    'folding',
    function()
      s.equal(vim.wo.foldexpr, 'v:lua.vim.lsp.foldexpr()')
      local row = s.place('state Open {')
      s.wait('the folds', function()
        vim.cmd('normal! zx')
        return vim.fn.foldlevel(row + 1) >= 2
      end)
      s.equal(vim.fn.foldclosed(row + 1), -1)
      vim.api.nvim_win_set_cursor(0, { row + 1, 0 })
      vim.cmd('normal! zc')
      s.equal(vim.fn.foldclosed(row + 1), row + 1)
      vim.cmd('normal! zo')
    end,
  },
  {
    'the lens of references',
    function()
      local row = s.put_cursor('entity Person')
      s.wait('the lens', function()
        return lenses_on(row):find('%d references')
      end)
      local texts = listed(vim.lsp.codelens.run)
      has(texts, 'Person? Buyer')
      assert(#texts >= 3, vim.inspect(texts))
    end,
  },
  {
    'code actions',
    function()
      s.replace('goto Paid;', 'goto Piad;')
      local row = s.put_cursor('Pi|ad;')
      local found = s.wait('the finding', function()
        return vim.diagnostic.get(0, { lnum = row })[1]
      end)
      vim.lsp.buf.code_action({
        filter = function(action)
          return action.title:find('`Paid`', 1, true) ~= nil
        end,
        apply = true,
      })
      s.wait('the repair of ' .. found.message, function()
        return s.text():find('goto Paid;', 1, true)
      end)
      vim.cmd('edit!')
    end,
  },
  {
    'extract a function',
    function()
      s.edit(CASES)
      s.put_cursor('Carrier post')
      vim.cmd('normal! Vj')
      act('refactor.extract', 'Extract a function')
      comes('void Extracted(Order row) {')
      comes('  Extracted(row);')
      vim.cmd('normal! \27')
      vim.cmd('edit!')
    end,
  },
  {
    'all safe repairs',
    function()
      vim.api.nvim_buf_set_lines(0, 0, 0, false, { 'using Yard;' })
      act('source.fixAll', '')
      s.wait('the line to go', function()
        return not s.text():find('using Yard;', 1, true)
      end)
      s.equal(vim.fn.getline(1), 'using Shop;')
      vim.cmd('edit!')
    end,
  },
  {
    'usings in order',
    function()
      vim.api.nvim_buf_set_lines(0, 0, 0, false, { 'using Yard;' })
      s.replace('Sale.RaiseCancel(row);', 'new Shed { };')
      act('source.organizeImports', '')
      comes('using Shop;\nusing Yard;\nprincipal')
      vim.cmd('edit!')
    end,
  },
  {
    'missing states',
    function()
      s.edit(MODEL)
      s.replace('Paid, Gone }', 'Paid, Gone, Lost }')
      s.put_cursor('workflow Sa|le')
      act('refactor', 'Add state `Lost`')
      comes('  state Lost { }\n}')
      vim.cmd('edit!')
    end,
  },
  {
    'a test for a workflow',
    function()
      s.put_cursor('workflow Sa|le')
      act('refactor', 'Add a test for `Sale`')
      comes('void sale_begins_in_open() {', vim.fn.bufnr(s.path(CASES)))
      s.edit(CASES)
      vim.cmd('edit!')
    end,
  },
  {
    'formatting as one types',
    function()
      s.put_cursor('Sale.RaiseCancel(row);')
      if is_new then
        vim.lsp.on_type_formatting.enable()
        s.insert('orow.Weight=3;', {
          {
            function()
              return s.line() == 'row.Weight = 3;'
            end,
            '<Esc>',
          },
        })
        vim.lsp.on_type_formatting.enable(false)
      else
        -- Neovim 0.11 does not ask for it; here it is asked for as a plug-in would.
        s.type('orow.Weight=3;<Esc>')
        local options = { tabSize = 2, insertSpaces = true }
        local place = vim.lsp.util.make_position_params(0, s.client().offset_encoding).position
        place.character = place.character + 1
        local edits = s.ask_here('textDocument/onTypeFormatting', { position = place, ch = ';', options = options })
        vim.lsp.util.apply_text_edits(edits, vim.api.nvim_get_current_buf(), s.client().offset_encoding)
        s.equal(s.line(), 'row.Weight = 3;')
      end
      vim.cmd('edit!')
    end,
  },
  {
    'formatting',
    function()
      s.edit(MODEL)
      s.replace('int Weight;', 'int   Weight ;')
      s.put_cursor('int   Weight')
      s.equal(vim.bo.formatexpr, 'v:lua.vim.lsp.formatexpr()')
      -- Neovim waits half a second for the answer, which the first one may take longer than.
      s.wait('the line in order', function()
        vim.cmd('normal! gqq')
        return s.text():find('int Weight;', 1, true)
      end)
      s.replace('int Weight;', 'int   Weight ;')
      vim.lsp.buf.format({ timeout_ms = 20000 })
      s.contains(s.text(), 'int Weight;')
      vim.cmd('edit!')
    end,
  },
  {
    'call hierarchy',
    function()
      s.put_cursor('int Dou|bled')
      has(listed(vim.lsp.buf.incoming_calls), 'it_is_paid')
      s.edit(CASES)
      s.put_cursor('void it_is|_paid')
      has(listed(vim.lsp.buf.outgoing_calls), 'Doubled')
    end,
  },
  {
    'type hierarchy',
    function()
      s.edit(MODEL)
      s.put_cursor('class Po|st')
      has(listed(function()
        vim.lsp.buf.typehierarchy('supertypes')
      end), 'Carrier')
    end,
  },
  {
    'links',
    function()
      s.edit(CASES)
      s.put_cursor('using Sh|op')
      if is_new then
        vim.cmd('normal gx')
        s.contains(s.opened[1], s.path(MODEL))
      else
        vim.cmd('normal gx')
        s.wait('the file', function()
          return vim.api.nvim_buf_get_name(0) == s.path(MODEL)
        end)
      end
    end,
  },
  {
    'selection ranges',
    function()
      s.edit(MODEL)
      s.put_cursor('Weight * |by')
      if is_new then
        vim.cmd('normal! v')
        vim.lsp.buf.selection_range(1)
        s.wait('a selection', function()
          return vim.fn.mode() == 'v' and table.concat(vim.fn.getregion(vim.fn.getpos('v'), vim.fn.getpos('.')), '') ~= 'b'
        end)
        vim.cmd('normal! \27')
      else
        local position = vim.lsp.util.make_position_params(0, s.client().offset_encoding)
        local ranges = s.ask('textDocument/selectionRange', { textDocument = position.textDocument, positions = { position.position } })
        assert(ranges[1].parent.parent)
      end
    end,
  },
  {
    'findings of the whole project',
    function()
      -- A file that no buffer shows gets a fault; Neovim is told of it, or asks for it.
      local stream = assert(io.open(s.path(CASES), 'a'))
      stream:write('void broken( {\n')
      stream:close()
      local uri = vim.uri_from_fname(s.path(CASES))
      local changes = { { uri = uri, type = vim.lsp.protocol.FileChangeType.Changed } }
      vim.cmd('silent! bwipeout! ' .. vim.fn.fnameescape(s.path(CASES)))
      s.client():notify('workspace/didChangeWatchedFiles', { changes = changes })
      if is_new then
        vim.lsp.buf.workspace_diagnostics()
      end
      s.wait('the finding in the other file', function()
        return vim.iter(vim.diagnostic.get()):any(function(found)
          return vim.api.nvim_buf_get_name(found.bufnr) == s.path(CASES)
        end)
      end)
    end,
  },
  {
    'a file gets another name',
    function()
      s.edit('app/app.osy')
      vim.cmd('Osy move ' .. s.path('app/main.osy'))
      s.said('moved to')
      s.wait('the file', function()
        return vim.uv.fs_stat(s.path('app/main.osy')) and not vim.uv.fs_stat(s.path('app/app.osy'))
      end)
      s.equal(vim.api.nvim_buf_get_name(0), s.path('app/main.osy'))
      vim.cmd('Osy move ' .. s.path('app/app.osy'))
      s.wait('the old name', function()
        return vim.api.nvim_buf_get_name(0) == s.path('app/app.osy')
      end)
      vim.cmd('Osy move ' .. s.path(MODEL))
      s.said('is there already')
      -- A model that is moved out of its folder is named in the manifest.
      local manifest = s.path('app/app.osy')
      vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'app Shop {', '  use Osysharp.Workflow;', '  model "model/order.osy";', '}' })
      vim.cmd('write')
      s.wait('the project without tests', function()
        return #s.ask('osy/tests', { uri = vim.uri_from_fname(s.path('app')) }).tests == 0
      end)
      s.edit(MODEL)
      vim.cmd('Osy move ' .. s.path('app/model/orders.osy'))
      s.said('edited what names it')
      local bufnr = vim.fn.bufadd(manifest)
      s.contains(s.text(bufnr), '"model/orders.osy"')
    end,
  },
})
