-- One working session in Neovim: a problem is read, a member completed, a test run green, red and green again.
-- Each step prints its name when it has held; the exit code is 0 when all have.
local workspace = vim.env.OSY_WORKSPACE
local TEST = 'a_repair_nobody_takes_goes_to_the_foreman'

local messages = {}
local show_message = vim.lsp.handlers['window/showMessage']
vim.lsp.handlers['window/showMessage'] = function(err, result, ctx)
  table.insert(messages, result.message)
  return show_message(err, result, ctx)
end

local function say(line)
  -- What Neovim prints itself ends without a line feed.
  io.stdout:write('\n' .. line .. '\n')
end

local function wait(what, probe)
  local result
  local held = vim.wait(20000, function()
    result = probe()
    return result and true or false
  end, 20)
  assert(held, 'waited in vain for ' .. what)
  return result
end

local function contains(text, part)
  assert(text:find(part, 1, true), ('%q is not in %s'):format(part, text))
end

local function edit(file)
  vim.cmd.edit(workspace .. '/' .. file)
  return wait('the language server', function()
    local client = vim.lsp.get_clients({ bufnr = 0, name = 'osy' })[1]
    return client and client.initialized and client
  end)
end

--- The line, counted from 0, that has this text.
local function line_of(text)
  for index, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    if line:find(text, 1, true) then
      return index - 1, line:find(text, 1, true) - 1
    end
  end
  error('no line has ' .. text)
end

local function put_cursor(text)
  local row, column = line_of(text)
  vim.api.nvim_win_set_cursor(0, { row + 1, column })
end

local function replace(old, new)
  local row, column = line_of(old)
  vim.api.nvim_buf_set_text(0, row, column, row, column + #old, { new })
end

local function failures()
  return vim.tbl_filter(function(diagnostic)
    return diagnostic.code == 'test-failed'
  end, vim.diagnostic.get(0))
end

local function lens_on(row)
  for _, lens in ipairs(vim.lsp.codelens.get(0)) do
    if lens.range.start.line == row then
      return lens.command and lens.command.title
    end
  end
end

--- Runs by the given action and waits for the summary and for what the lens says afterwards.
local function run(action, summary, mark)
  messages = {}
  action()
  wait('the summary "' .. summary .. '"', function()
    return vim.iter(messages):any(function(message)
      return message:find(summary, 1, true) ~= nil
    end)
  end)
  vim.lsp.codelens.refresh({ bufnr = 0 })
  local row = line_of('void ' .. TEST)
  wait('a lens that says ' .. mark, function()
    return (lens_on(row) or ''):find(mark, 1, true)
  end)
end

local function run_lens()
  put_cursor('void ' .. TEST)
  vim.lsp.codelens.run()
end

local steps = {}

steps[1] = {
  'problem',
  function()
    edit('drafts/leaving.osy')
    local found = wait('a diagnostic', function()
      return vim.diagnostic.get(0)[1]
    end)
    contains(found.message, 'may not `goto`')
    assert(found.code == 'workflow-goto-in-exit', found.code)
    assert(found.lnum == line_of('exit {'), found.lnum)
  end,
}

steps[2] = {
  'hover',
  function()
    put_cursor('exit')
    vim.lsp.buf.hover()
    local text = wait('the hover window', function()
      for _, window in ipairs(vim.api.nvim_list_wins()) do
        if vim.api.nvim_win_get_config(window).relative ~= '' then
          return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
        end
      end
    end)
    contains(text, 'osysharp.com/reference/workflow/enter-exit')
    vim.cmd('fclose!')
  end,
}

steps[3] = {
  'completion',
  function()
    local client = edit('app/model/repairs.osy')
    local row = line_of('slot.Assign(foreman);')
    vim.api.nvim_buf_set_lines(0, row + 1, row + 1, false, { '          slot.' })
    vim.api.nvim_win_set_cursor(0, { row + 2, #'          slot.' })
    local parameters = vim.lsp.util.make_position_params(0, client.offset_encoding)
    parameters.position = { line = row + 1, character = #'          slot.' }
    local answer = assert(client:request_sync('textDocument/completion', parameters, 10000, vim.api.nvim_get_current_buf()))
    local labels = vim.tbl_map(function(item)
      return item.label
    end, answer.result.items or answer.result)
    for _, member in ipairs({ 'Assign', 'Assignee', 'Candidates', 'IsUnassigned', 'Status' }) do
      assert(vim.list_contains(labels, member), member .. ' is not among ' .. table.concat(labels, ', '))
    end
    vim.cmd('edit!')
  end,
}

steps[4] = {
  'green',
  function()
    edit('app/tests/pickup.test.osy')
    local row = line_of('void ' .. TEST)
    wait('the code lens', function()
      return lens_on(row) == 'Run'
    end)
    run(run_lens, '1 passed', '✓')
    assert(#failures() == 0)
  end,
}

steps[5] = {
  'red',
  function()
    replace('Assert.Equal("nils', 'Assert.Equal("rosa')
    run(run_lens, '1 failed', '✗')
    local found = wait('the failure', function()
      return failures()[1]
    end)
    assert(found.lnum == line_of('Assert.Equal("rosa'), found.lnum)
    contains(found.message, 'rosa@workshop.test')
    contains(found.message, 'nils@workshop.test')
  end,
}

steps[6] = {
  'green again',
  function()
    replace('Assert.Equal("rosa', 'Assert.Equal("nils')
    run(run_lens, '1 passed', '✓')
    wait('the failure to go', function()
      return #failures() == 0
    end)
  end,
}

steps[7] = {
  'commands',
  function()
    put_cursor('TestClock.Advance')
    for _, command in ipairs({ 'OsyTest', 'OsyTestFile', 'OsyTestProject' }) do
      run(function()
        vim.cmd(command)
      end, '1 passed', '✓')
    end
  end,
}

steps[8] = {
  'syntax',
  function()
    assert(vim.bo.filetype == 'osy', vim.bo.filetype)
    assert(vim.bo.commentstring == '// %s', vim.bo.commentstring)
    assert(vim.b.current_syntax == 'osy', 'the syntax file is not loaded')
    local row, column = line_of('foreach')
    local group = vim.fn.synIDattr(vim.fn.synIDtrans(vim.fn.synID(row + 1, column + 1, 1)), 'name')
    assert(group ~= '', '`foreach` has no highlight group')
  end,
}

steps[9] = {
  'help',
  function()
    vim.cmd('helptags ' .. vim.fn.fnameescape(vim.env.OSY_PLUGIN .. '/doc'))
    for _, tag in ipairs({ 'osy', 'osy-setup', 'osy-tests', ':OsyTest', ':OsyTestCancel', 'g:osy_recommended_style' }) do
      vim.cmd.help(tag)
      assert(vim.fn.expand('%:t') == 'osy.txt', tag)
    end
    -- Every |link| of the page leads somewhere.
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    for tag in text:gmatch('|([^|%s]+)|') do
      assert(#vim.fn.getcompletion(tag, 'help') > 0, 'no help for ' .. tag)
    end
    vim.cmd.helpclose()
  end,
}

steps[10] = {
  'health',
  function()
    vim.cmd('checkhealth osy')
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    contains(text, 'the language server runs for')
    assert(not text:find('ERROR', 1, true) and not text:find('WARNING', 1, true), text)
  end,
}

local ok, problem = xpcall(function()
  for _, step in ipairs(steps) do
    local began = vim.uv.hrtime()
    local held, why = xpcall(step[2], debug.traceback)
    if not held then
      error(step[1] .. ': ' .. why, 0)
    end
    say(('step: %s (%.0f ms)'):format(step[1], (vim.uv.hrtime() - began) / 1e6))
  end
end, function(error)
  return error
end)
if not ok then
  say('FAILED ' .. tostring(problem))
  say('messages: ' .. vim.inspect(messages))
  say('diagnostics: ' .. vim.inspect(vim.diagnostic.get(0)))
  vim.cmd('cquit 1')
end
vim.cmd('qall!')
