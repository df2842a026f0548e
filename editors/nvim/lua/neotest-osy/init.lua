--- The adapter for neotest: tests are found and run by the language server, which needs no file to be open or written.
---
--- neotest knows a position by the path of its file and names, parted by `::`, which is how the server knows a test. A
--- fixture is a namespace: the tests that use it are its children.
local nio = require('nio')
local client_module = require('osy.client')
local process = require('neotest-osy.process')
local results = require('neotest-osy.results')

---@type neotest.Adapter
local M = { name = 'neotest-osy' }

local SKIPPED = { ['.git'] = true, ['.venv'] = true, node_modules = true, ['bundled'] = true }

---@param dir string
---@return string?
function M.root(dir)
  return client_module.root_of(vim.fs.joinpath(dir, 'app.osy'))
end

---@param name string
---@return boolean
function M.filter_dir(name)
  return not SKIPPED[name]
end

---@param path string
---@return boolean
function M.is_test_file(path)
  return vim.endswith(path, '.osy')
    and (vim.endswith(path, '.test.osy') or path:find('/tests/', 1, true) ~= nil or path:find('\\tests\\', 1, true) ~= nil)
end

--- The positions of a file: what the server says, which keeps the last good list of a file that is broken.
---@param path string
---@return neotest.Tree?
function M.discover_positions(path)
  local client = M.client(path)
  local answered = nio.control.future()
  local uri = vim.uri_from_fname(path)
  local is_sent = client:request('osy/tests', { uri = uri }, function(err, tree)
    answered.set({ err = err, tree = tree })
  end)
  if not is_sent then
    error('the language server of Osy# has stopped')
  end
  local answer = answered.wait()
  if answer.err then
    error(answer.err.message)
  end
  local file = results.file_node(answer.tree.tests, uri)
  if not file then
    return nil
  end
  nio.scheduler()
  return require('neotest.types').Tree.from_list(results.positions(file, path), function(position)
    return position.id
  end)
end

--- One run for whatever is chosen: a folder, a file, a fixture, a test.
---@param arguments neotest.RunArgs
---@return neotest.RunSpec?
function M.build_spec(arguments)
  local position = arguments.tree:data()
  local ids = {}
  for _, inner in arguments.tree:iter() do
    if inner.type == 'test' then
      table.insert(ids, inner.id)
    end
  end
  if #ids == 0 then
    return nil
  end
  local context = { results = {} }
  return {
    -- neotest names the command in its log; what runs is the strategy.
    command = client_module.program({ 'test', position.path }),
    context = context,
    strategy = function()
      return process.start(M.client(position.path), ids, context)
    end,
    stream = function(lines)
      return results.stream(lines)
    end,
  }
end

---@param spec neotest.RunSpec
---@param _ neotest.StrategyResult
---@param tree neotest.Tree
---@return table<string, neotest.Result>
function M.results(spec, _, tree)
  return results.all(spec.context, tree)
end

--- The server for a file; one is started where none runs yet, so that nothing need be open.
---@param path string
---@return vim.lsp.Client
function M.client(path)
  nio.scheduler()
  local root = client_module.root_of(path) or vim.fs.dirname(path)
  local client = client_module.of_root(root)
  if not client then
    error('the language server of Osy# does not start; `:checkhealth osy` says why')
  end
  while not client.initialized do
    if client:is_stopped() then
      error('the language server of Osy# ended at its start')
    end
    nio.sleep(20)
  end
  return client
end

-- `require('neotest-osy')({})` is what many adapters ask for.
return setmetatable(M, {
  __call = function()
    return M
  end,
})
