-- A working session: a problem is read, a member completed, a test run green, red and green again.
local s = dofile(vim.env.OSY_SUPPORT)
local TEST = 'a_repair_nobody_takes_goes_to_the_foreman'
local CASES = 'app/tests/pickup.test.osy'

local function failures()
  return vim.tbl_filter(function(diagnostic)
    return diagnostic.code == 'test-failed'
  end, vim.diagnostic.get(0))
end

local function lens_on(row)
  for _, lens in ipairs(s.lenses()) do
    if lens.range.start.line == row then
      return lens.command and lens.command.title
    end
  end
end

--- Runs by the given action and waits for the summary and for what the lens says afterwards.
local function run(action, summary, mark)
  for index in ipairs(s.messages) do
    s.messages[index] = nil
  end
  action()
  s.said(summary)
  local row = s.place('void ' .. TEST)
  s.wait('a lens that says ' .. mark, function()
    return (lens_on(row) or ''):find(mark, 1, true)
  end)
end

local function run_lens()
  local row = s.put_cursor('void ' .. TEST)
  s.wait('a lens where the test stands', function()
    return (lens_on(row) or ''):find('Run', 1, true)
  end)
  vim.lsp.codelens.run()
end

s.run({
  {
    'problem',
    function()
      s.edit('drafts/leaving.osy')
      local found = s.wait('a diagnostic', function()
        return vim.diagnostic.get(0)[1]
      end)
      s.contains(found.message, 'may not `goto`')
      s.equal(found.code, 'workflow-goto-in-exit')
      s.equal(found.lnum, (s.place('exit {')))
    end,
  },
  {
    'explain',
    function()
      s.equal(vim.fn.getcompletion('Osy explain ', 'cmdline'), { 'workflow-goto-in-exit' })
      s.put_cursor('exit {')
      local before = vim.api.nvim_get_current_buf()
      vim.cmd('Osy explain')
      s.wait('the page', function()
        return vim.api.nvim_get_current_buf() ~= before
      end)
      s.contains(s.text(), '# workflow-goto-in-exit')
      s.equal(vim.bo.filetype, 'markdown')
      s.type('q')
      s.equal(vim.api.nvim_get_current_buf(), before)
      vim.cmd('Osy explain nothing-of-the-kind')
      s.said('there is no page')
    end,
  },
  {
    'hover',
    function()
      s.put_cursor('exit')
      vim.lsp.buf.hover()
      s.contains(s.wait('the hover window', s.floating), 'osysharp.com/reference/workflow/enter-exit')
      vim.cmd('fclose!')
    end,
  },
  {
    'completion',
    function()
      s.edit('app/model/repairs.osy')
      s.equal(vim.bo.omnifunc, 'v:lua.vim.lsp.omnifunc')
      local row = s.place('slot.Assign(foreman);')
      vim.api.nvim_buf_set_lines(0, row + 1, row + 1, false, { '          slot.' })
      vim.api.nvim_win_set_cursor(0, { row + 2, #'          slot.' })
      local answer = s.ask_here('textDocument/completion', { position = { line = row + 1, character = #'          slot.' } })
      local labels = vim.tbl_map(function(item)
        return item.label
      end, answer.items or answer)
      for _, member in ipairs({ 'Assign', 'Assignee', 'Candidates', 'IsUnassigned', 'Status' }) do
        assert(vim.list_contains(labels, member), member .. ' is not among ' .. table.concat(labels, ', '))
      end
      vim.cmd('edit!')
    end,
  },
  {
    'green',
    function()
      s.edit(CASES)
      local row = s.place('void ' .. TEST)
      s.wait('the code lens', function()
        return lens_on(row) == 'Run'
      end)
      run(run_lens, '1 passed', '✓')
      s.equal(failures(), {})
    end,
  },
  {
    'red',
    function()
      s.replace('Assert.Equal("nils', 'Assert.Equal("rosa')
      run(run_lens, '1 failed', '✗')
      local found = s.wait('the failure', function()
        return failures()[1]
      end)
      s.equal(found.lnum, (s.place('Assert.Equal("rosa')))
      s.contains(found.message, 'rosa@workshop.test')
      s.contains(found.message, 'nils@workshop.test')
    end,
  },
  {
    'output',
    function()
      vim.cmd('Osy output')
      local text = s.text()
      s.contains(text, '✗ ' .. TEST)
      s.contains(text, 'RepairFlow on Repair')
      s.contains(text, '1 failed')
      -- From the output to the line that failed.
      s.put_cursor('✗')
      s.type('<CR>')
      s.contains(s.line(), 'Assert.Equal("rosa')
      vim.cmd('only')
      s.edit(CASES)
    end,
  },
  {
    'failures',
    function()
      vim.cmd('Osy failures')
      local list = vim.fn.getqflist()
      s.equal(#list, 1)
      s.contains(list[1].text, TEST)
      vim.cmd('cclose')
      s.equal(list[1].lnum - 1, (s.place('Assert.Equal("rosa')))
    end,
  },
  {
    'a failure moves with its line and goes when its test is edited',
    function()
      vim.api.nvim_buf_set_lines(0, 0, 0, false, { '// a line above', '' })
      s.wait('the failure to move', function()
        return failures()[1] and failures()[1].lnum == (s.place('Assert.Equal("rosa'))
      end)
      s.replace('Assert.Equal("rosa', 'Assert.Equal( "rosa')
      s.wait('the failure to go', function()
        return #failures() == 0
      end)
      s.replace('Assert.Equal( "rosa', 'Assert.Equal("rosa')
      vim.api.nvim_buf_set_lines(0, 0, 2, false, {})
    end,
  },
  {
    'green again',
    function()
      s.replace('Assert.Equal("rosa', 'Assert.Equal("nils')
      run(run_lens, '1 passed', '✓')
      s.equal(failures(), {})
    end,
  },
  {
    'run by a code action',
    function()
      s.put_cursor('void |' .. TEST)
      run(function()
        vim.lsp.buf.code_action({ context = { only = { 'source.runTest.osy' }, diagnostics = {} }, apply = true })
      end, '1 passed', '✓')
    end,
  },
  {
    'commands',
    function()
      s.equal(vim.fn.getcompletion('Osy test ', 'cmdline'), { 'nearest', 'file', 'all', 'last', 'cancel' })
      s.put_cursor('TestClock.Advance')
      for _, command in ipairs({ 'test', 'test nearest', 'test file', 'test all', 'test last' }) do
        run(function()
          vim.cmd('Osy ' .. command)
        end, '1 passed', '✓')
      end
      vim.cmd('Osy test cancel')
      s.said('no test is running')
      vim.cmd('Osy nonsense')
      s.said('there is no `:Osy nonsense`')
    end,
  },
  {
    'cancel',
    function()
      local row = s.place('var repair = Repair.Single();')
      vim.api.nvim_buf_set_lines(0, row, row, false, { '  while (true) { }' })
      vim.cmd('Osy test')
      s.wait('the run to begin', function()
        return require('osy').status() == 'tests 0/1'
      end)
      local began = vim.uv.now()
      vim.cmd('Osy test cancel')
      s.said('cancelled after')
      assert(vim.uv.now() - began < 5000, 'it took long')
      s.equal(require('osy').status(), '')
      vim.cmd('edit!')
    end,
  },
  {
    'coverage',
    function()
      vim.cmd('Osy coverage')
      s.said('coverage: ')
      local coverage = require('osy.coverage')
      for _, file in ipairs({ CASES, 'app/model/repairs.osy' }) do
        s.edit(file)
        s.wait('the signs of ' .. file, function()
          return coverage.counts(0) > 0
        end)
      end
      vim.cmd('Osy coverage clear')
      s.equal({ coverage.counts(0) }, { 0, 0 })
      s.edit(CASES)
    end,
  },
  {
    'a program with errors',
    function()
      s.replace('Repair.Single()', 'Repaired.Single()')
      vim.cmd('Osy test')
      s.said('no test was run')
      vim.cmd('Osy output')
      s.contains(s.text(), 'Repaired')
      vim.cmd('only')
      s.edit(CASES)
      vim.cmd('edit!')
    end,
  },
  {
    'restart',
    function()
      local old = s.client().id
      vim.cmd('Osy restart')
      s.said('started again')
      local new = s.wait('another server', function()
        local client = s.client()
        return client and client.id ~= old and client.initialized and client
      end)
      assert(vim.lsp.get_client_by_id(old) == nil or vim.lsp.get_client_by_id(old):is_stopped())
      s.equal(new.name, 'osy')
      s.wait('the lens', function()
        return lens_on(s.place('void ' .. TEST))
      end)
      run(run_lens, '1 passed', '✓')
    end,
  },
  {
    'syntax',
    function()
      s.equal(vim.bo.filetype, 'osy')
      s.equal(vim.bo.commentstring, '// %s')
      s.equal(vim.b.current_syntax, 'osy')
      local row, column = s.place('foreach')
      local group = vim.fn.synIDattr(vim.fn.synIDtrans(vim.fn.synID(row + 1, column + 1, 1)), 'name')
      assert(group ~= '', '`foreach` has no highlight group')
    end,
  },
  {
    'help',
    function()
      vim.cmd('helptags ' .. vim.fn.fnameescape(vim.env.OSY_PLUGIN .. '/doc'))
      for _, tag in ipairs({ 'osy', ':Osy', ':Osy-graph', 'g:osy', 'osy.test.timeoutSeconds', '<Plug>(osy-test-nearest)' }) do
        vim.cmd.help(tag)
        s.equal(vim.fn.expand('%:t'), 'osy.txt')
        s.contains(s.text():sub(1, 20), '*osy.txt*')
      end
      -- Every |link| of the page leads somewhere.
      for tag in s.text():gmatch('|([^|%s]+)|') do
        assert(#vim.fn.getcompletion(tag, 'help') > 0, 'no help for ' .. tag)
      end
      vim.cmd.helpclose()
    end,
  },
  {
    'health',
    function()
      vim.cmd('checkhealth osy')
      local text = s.text()
      for _, part in ipairs({ 'Neovim 0.', 'Python 3.', 'osy 0', 'root: ' .. s.path('app'), 'nothing is wrong with them' }) do
        s.contains(text, part)
      end
      assert(not text:find('ERROR', 1, true) and not text:find('WARNING', 1, true), text)
      vim.cmd('bwipeout')
      vim.g.osy = { lens = true, hints = 3 }
      vim.lsp.config('osy', { settings = { osy = { test = { timeoutSeconds = 'long' }, codeLens = { test = true } } } })
      vim.cmd('checkhealth osy')
      text = s.text()
      s.contains(text, '`vim.g.osy` has no `lens`')
      s.contains(text, '`vim.g.osy.hints` must be true or false, not 3')
      s.contains(text, '`osy.test.timeoutSeconds` must be a number, not "long"')
      s.contains(text, 'there is no setting `osy.codeLens.test`')
    end,
  },
})
