--- Runs tests through the language server and keeps its code lenses fresh.
---
--- The server is asked in plain LSP: it answers when the run has ended, shows the summary as a message and puts each failure
--- as a diagnostic on its line.
local M = {}

---@type table<integer, vim.lsp.Client> The runs that go on, by the id of their request.
local running = {}

local function say(message, level)
  vim.notify('osy: ' .. message, level or vim.log.levels.INFO)
end

---@return vim.lsp.Client?
local function client_of(bufnr)
  return vim.lsp.get_clients({ name = 'osy', bufnr = bufnr })[1]
end

--- Sends `osy.test.run` and does not wait for its end. Unsaved text is run as it stands on the screen.
---@param client vim.lsp.Client
---@param what { uri: string?, ids: string[]?, profile: string }
function M.run(client, what)
  local ok, id
  ok, id = client:request('workspace/executeCommand', { command = 'osy.test.run', arguments = { what } }, function(err)
    if id then
      running[id] = nil
    end
    if err then
      say(err.message, vim.log.levels.ERROR)
    end
  end)
  if ok and id then
    running[id] = client
  else
    say('the language server is not running', vim.log.levels.ERROR)
  end
end

--- Ends all runs that go on.
function M.cancel()
  local count = 0
  for id, client in pairs(running) do
    client:cancel_request(id)
    count = count + 1
  end
  say(count == 0 and 'no test is running' or ('cancelled %d run(s)'):format(count))
end

--- Runs the tests of a buffer's file.
function M.run_file(bufnr)
  local client = client_of(bufnr)
  if not client then
    return say('no language server is attached to this buffer', vim.log.levels.ERROR)
  end
  M.run(client, { uri = vim.uri_from_bufnr(bufnr), profile = 'run' })
end

--- Runs all tests of the project.
function M.run_project(bufnr)
  local client = client_of(bufnr)
  if not client then
    return say('no language server is attached to this buffer', vim.log.levels.ERROR)
  end
  M.run(client, { profile = 'run' })
end

--- Runs the test that the cursor is in, or else the nearest one above it.
function M.run_nearest(bufnr)
  local client = client_of(bufnr)
  if not client then
    return say('no language server is attached to this buffer', vim.log.levels.ERROR)
  end
  local row = vim.api.nvim_win_get_cursor(0)[1] - 1
  local uri = vim.uri_from_bufnr(bufnr)
  client:request('osy/tests', { uri = uri }, function(err, tree)
    if err then
      return say(err.message, vim.log.levels.ERROR)
    end
    local nearest
    local function look(nodes)
      for _, node in ipairs(nodes) do
        local start = node.range and node.range.start.line
        local is_above = node.kind == 'test' and node.uri == uri and start and start <= row
        if is_above and (not nearest or start > nearest.range.start.line) then
          nearest = node
        end
        look(node.children or {})
      end
    end
    look(tree.tests)
    if not nearest then
      return say('there is no test at the cursor or above it', vim.log.levels.WARN)
    end
    M.run(client, { ids = { nearest.id }, profile = 'run' })
  end, bufnr)
end

--- Shows the code lenses of a buffer and asks for them again as it changes.
---@param client vim.lsp.Client
function M.show_lenses(client, bufnr)
  if not client:supports_method('textDocument/codeLens', bufnr) then
    return
  end
  if vim.lsp.codelens.enable then
    return vim.lsp.codelens.enable(true, { bufnr = bufnr })
  end
  local group = vim.api.nvim_create_augroup('osy_lenses_' .. bufnr, {})
  local function refresh()
    vim.lsp.codelens.refresh({ bufnr = bufnr })
  end
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'TextChanged', 'BufWritePost' }, {
    group = group,
    buffer = bufnr,
    callback = refresh,
  })
  refresh()
end

return M
