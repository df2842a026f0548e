--- What the journeys share. A journey is a list of steps; each prints its name when it has held, and the exit code is 0 when
--- all have.
local M = {}

local workspace = vim.env.OSY_WORKSPACE

---@type string[] Everything that was said by messages.
M.messages = {}
vim.notify = function(message)
  table.insert(M.messages, message)
end
-- A question would wait for a key that nobody presses.
vim.ui.select = function(items, _, choose)
  choose(items[1], 1)
end
---@type string[] What was to be opened outside of Neovim.
M.opened = {}
vim.ui.open = function(target)
  table.insert(M.opened, target)
end

-- A Neovim that is unpacked elsewhere than it was built for does not find its own parsers.
if vim.env.OSY_NVIM_LIBRARY then
  vim.opt.runtimepath:append(vim.env.OSY_NVIM_LIBRARY)
end

local function say(line)
  -- What Neovim prints itself ends without a line feed.
  io.stdout:write('\n' .. line .. '\n')
end

function M.wait(what, probe)
  local result
  local held = vim.wait(60000, function()
    result = probe()
    return result and true or false
  end, 20)
  assert(held, 'waited in vain for ' .. what)
  return result
end

function M.contains(text, part)
  assert(type(text) == 'string' and text:find(part, 1, true), ('%q is not in %s'):format(part, vim.inspect(text)))
end

function M.equal(found, wanted)
  assert(vim.deep_equal(found, wanted), ('%s is not %s'):format(vim.inspect(found), vim.inspect(wanted)))
end

function M.path(file)
  return workspace .. '/' .. file
end

--- Writes a file as another program does.
function M.write(file, text)
  vim.fn.mkdir(vim.fs.dirname(M.path(file)), 'p')
  local stream = assert(io.open(M.path(file), 'w'))
  stream:write(text)
  stream:close()
end

function M.client()
  return vim.lsp.get_clients({ bufnr = 0, name = 'osy' })[1]
end

function M.edit(file)
  if vim.api.nvim_buf_get_name(0) ~= M.path(file) then
    vim.cmd.edit(M.path(file))
  end
  return M.wait('the language server', function()
    local client = M.client()
    return client and client.initialized and client
  end)
end

--- The text of a buffer, or of the current one.
function M.text(bufnr)
  return table.concat(vim.api.nvim_buf_get_lines(bufnr or 0, 0, -1, false), '\n')
end

--- The line, counted from 0, and the column of this text; `|` in it marks the place that is meant.
function M.place(text)
  local plain, skip = text:gsub('|', ''), (text:find('|', 1, true) or 1) - 1
  for index, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local start = line:find(plain, 1, true)
    if start then
      return index - 1, start - 1 + skip
    end
  end
  error('no line has ' .. plain)
end

function M.put_cursor(text)
  local row, column = M.place(text)
  vim.api.nvim_win_set_cursor(0, { row + 1, column })
  return row
end

function M.replace(old, new)
  local row, column = M.place(old)
  vim.api.nvim_buf_set_text(0, row, column, row, column + #old, { new })
end

--- The line that the cursor is on.
function M.line()
  return vim.trim(vim.api.nvim_get_current_line())
end

function M.said(part)
  return M.wait(('the message "%s" among %s'):format(part, vim.inspect(M.messages)), function()
    return vim.iter(M.messages):find(function(message)
      return message:find(part, 1, true) ~= nil
    end)
  end)
end

--- Asks the server of the current buffer and gives what it answers.
function M.ask(method, params)
  local answer = assert(M.client():request_sync(method, params, 20000, vim.api.nvim_get_current_buf()))
  assert(not answer.err, vim.inspect(answer.err))
  return answer.result
end

function M.ask_here(method, more)
  local params = vim.lsp.util.make_position_params(0, M.client().offset_encoding)
  return M.ask(method, vim.tbl_extend('force', params, more or {}))
end

--- Waits until the server has read the project: what stands at the cursor is found elsewhere by then.
function M.wait_for_project(method)
  M.wait('the project to be read', function()
    local found = M.ask_here(method)
    return found and #found > 0
  end)
end

--- The lenses of the current buffer.
function M.lenses()
  local is_new = vim.fn.has('nvim-0.12') == 1
  return vim.tbl_map(function(one)
    return one.lens or one
  end, vim.lsp.codelens.get(is_new and { bufnr = 0 } or 0))
end

--- The text of the window that floats.
function M.floating()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return M.text(vim.api.nvim_win_get_buf(window))
    end
  end
end

--- Types keys as a user does.
function M.type(keys, how)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), how or 'xt', false)
end

--- Types keys that begin to insert; then, as often as what is waited for has come, the keys that stand with it.
---@param keys string
---@param turns { [1]: (fun(): any), [2]: string }[]
function M.insert(keys, turns)
  local turn, began, is_asking, problem = 1, vim.uv.now(), false, nil
  local timer = assert(vim.uv.new_timer())
  timer:start(20, 20, vim.schedule_wrap(function()
    -- What is asked for may ask the server, and let time pass.
    if timer:is_closing() or is_asking then
      return
    end
    is_asking = true
    local ok, held = pcall(turns[turn][1])
    is_asking = false
    if ok and held then
      vim.api.nvim_input(turns[turn][2])
      turn, began = turn + 1, vim.uv.now()
    elseif not ok or vim.uv.now() - began > 8000 then
      problem = ('in vain for turn %d, %s: %s'):format(turn, held, vim.inspect(vim.fn.complete_info({ 'mode', 'matches' })))
      vim.api.nvim_input('<Esc><Esc>')
    end
    if problem or turn > #turns then
      timer:close()
    end
  end))
  M.type(keys, 'xt!')
  -- A snippet that has expanded has left insert mode.
  M.wait('the last turn', function()
    return problem or turn > #turns
  end)
  assert(not problem, problem)
end

--- Whether the menu offers this.
function M.offers(label)
  return function()
    return vim.fn.pumvisible() == 1
      and vim.iter(vim.fn.complete_info({ 'items' }).items):any(function(item)
        return item.abbr == label or item.word == label
      end)
  end
end

---@param steps { [1]: string, [2]: fun() }[]
function M.run(steps)
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
    say('runs: ' .. require('osy').status() .. ' ' .. vim.inspect(require('osy.runs').latest()))
    say('messages: ' .. vim.inspect(M.messages))
    say('diagnostics: ' .. vim.inspect(vim.tbl_map(function(found)
      return ('%d: %s'):format(found.lnum, found.message)
    end, vim.diagnostic.get(0))))
    vim.cmd('cquit 1')
  end
  vim.cmd('qall!')
end

return M
