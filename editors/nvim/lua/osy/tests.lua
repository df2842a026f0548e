--- What there is to run, and running it.
local client_module = require('osy.client')
local runs = require('osy.runs')

local M = {}

--- Runs the tests of a buffer's file.
---@param bufnr integer
function M.file(bufnr)
  local client = client_module.needed(bufnr)
  if client then
    runs.start(client, { uri = vim.uri_from_bufnr(bufnr) })
  end
end

--- Runs all tests.
---@param bufnr integer
---@param profile string?
function M.all(bufnr, profile)
  local client = client_module.needed(bufnr)
  if client then
    runs.start(client, { profile = profile })
  end
end

--- Runs the test that the cursor is in, or else the nearest one above it.
---@param bufnr integer
function M.nearest(bufnr)
  local client = client_module.needed(bufnr)
  if not client then
    return
  end
  local row = vim.api.nvim_win_get_cursor(0)[1] - 1
  local uri = vim.uri_from_bufnr(bufnr)
  client_module.ask(client, 'osy/tests', { uri = uri }, function(tree)
    local nearest
    M.each(tree.tests, function(node)
      local start = node.kind == 'test' and node.uri == uri and node.range.start.line
      if start and start <= row and (not nearest or start > nearest.range.start.line) then
        nearest = node
      end
    end)
    if not nearest then
      return client_module.say('there is no test at the cursor or above it', vim.log.levels.WARN)
    end
    runs.start(client, { ids = { nearest.id } })
  end, bufnr)
end

--- Calls with each node of a tree of tests.
---@param nodes table[]
---@param visit fun(node: table)
function M.each(nodes, visit)
  for _, node in ipairs(nodes) do
    visit(node)
    M.each(node.children or {}, visit)
  end
end

--- Opens the quickfix list with the failures that stand.
function M.failures()
  local items = require('osy.failures').quickfix_items()
  vim.fn.setqflist({}, ' ', { title = 'Osy# tests that failed', items = items })
  if #items == 0 then
    vim.cmd('cclose')
    return client_module.say('no failure is known')
  end
  vim.cmd('botright copen')
end

return M
