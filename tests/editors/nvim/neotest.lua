-- Our adapter, driven as neotest drives one.
local s = dofile(vim.env.OSY_SUPPORT)
package.path = vim.env.OSY_NEOTEST .. '/?.lua;' .. vim.env.OSY_NEOTEST .. '/?/init.lua;' .. package.path
local nio = require('nio')
local runner = require('neotest.runner')
local CASES = 'app/tests/order.test.osy'
local adapter = require('neotest-osy')

--- Runs something that waits, and gives what comes of it.
local function awaited(act)
  local done, result, problem = false, nil, nil
  nio.run(function()
    local ok, found = xpcall(act, debug.traceback)
    result, problem, done = ok and found or nil, not ok and found or nil, true
  end)
  s.wait('the task', function()
    return done
  end)
  assert(not problem, problem)
  return result
end

local function names(tree)
  local found = {}
  for _, position in tree:iter() do
    table.insert(found, ('%s %s'):format(position.type, position.name))
  end
  return found
end

local function discovered()
  return awaited(function()
    return adapter.discover_positions(s.path(CASES))
  end)
end

local function write(change)
  local file = s.path(CASES)
  local text = table.concat(vim.fn.readfile(file), '\n')
  vim.fn.writefile(vim.split(change(text), '\n'), file)
  local client = vim.lsp.get_clients({ name = 'osy' })[1]
  local changes = { { uri = vim.uri_from_fname(file), type = vim.lsp.protocol.FileChangeType.Changed } }
  client:notify('workspace/didChangeWatchedFiles', { changes = changes })
end

local FAILING = [[

[Test(World)]
void it_fails() {
  Log.Information("said by the test");
  Assert.Equal("a", "b");
}

void Fail() { Assert.True(false); }

[Test]
void it_fails_elsewhere() {
  Fail();
}]]

s.run({
  {
    'what is asked without waiting',
    function()
      s.equal(adapter.name, 'neotest-osy')
      s.equal(adapter.root(s.path('app/tests')), s.path('app'))
      s.equal(adapter.root('/'), nil)
      assert(adapter.is_test_file('/a/tests/b.test.osy') and adapter.is_test_file('/a/tests/helpers.osy'))
      assert(not adapter.is_test_file('/a/model/b.osy') and not adapter.is_test_file('/a/tests/b.cs'))
      assert(adapter.filter_dir('tests', 'tests', '/a') and not adapter.filter_dir('node_modules', 'node_modules', '/a'))
    end,
  },
  {
    'discovery with no file open',
    function()
      s.equal(#vim.lsp.get_clients({ name = 'osy' }), 0)
      s.equal(names(discovered()), { 'file order.test.osy', 'namespace World', 'test it_is_paid' })
      s.equal(#vim.lsp.get_clients({ name = 'osy' }), 1)
      local test = discovered():get_key(s.path(CASES) .. '::it_is_paid'):data()
      s.equal(test.path, s.path(CASES))
      s.equal(test.range[1], 5)
      s.equal(
        awaited(function()
          return adapter.discover_positions(s.path('app/model/order.osy')) == nil
        end),
        true
      )
    end,
  },
  {
    'a buffer that is opened shares the server',
    function()
      s.edit(CASES)
      s.equal(#vim.lsp.get_clients({ name = 'osy' }), 1)
      vim.cmd('bwipeout')
    end,
  },
  {
    'a fixture is a namespace where its tests stand together',
    function()
      local results = require('neotest-osy.results')
      local function test(name, line)
        local start, stop = { line = line, character = 5 }, { line = line, character = 9 }
        return { id = name, kind = 'test', label = name, range = { start = start, ['end'] = stop } }
      end
      local function listed(fixture, others)
        local file = { children = { { id = 'F', kind = 'fixture', label = 'F', children = fixture }, unpack(others) } }
        return vim.tbl_map(function(position)
          return ('%s %s %d'):format(position[1].type, position[1].name, #position - 1)
        end, vim.list_slice(results.positions(file, '/a.test.osy'), 2))
      end
      s.equal(listed({ test('b', 9), test('a', 3) }, { test('c', 20) }), { 'namespace F 2', 'test c 0' })
      s.equal(listed({ test('a', 3), test('b', 30) }, { test('c', 20) }), { 'test a 0', 'test c 0', 'test b 0' })
    end,
  },
  {
    'a run: results as they come, and at the end',
    function()
      local run = awaited(function()
        return runner.run(adapter, adapter.discover_positions(s.path(CASES)))
      end)
      s.equal(run.code, 0)
      s.equal(run.results[s.path(CASES) .. '::it_is_paid'].status, 'passed')
      s.equal(run.results[s.path(CASES) .. '::[World]'].status, 'passed')
      s.equal(vim.tbl_keys(run.streamed[1]), { s.path(CASES) .. '::it_is_paid' })
      s.contains(run.output, '✓ it_is_paid')
    end,
  },
  {
    'failures at their lines, with output',
    function()
      write(function(text)
        return text .. FAILING
      end)
      s.wait('the new tests', function()
        return #names(discovered()) == 5
      end)
      local run = awaited(function()
        return runner.run(adapter, adapter.discover_positions(s.path(CASES)))
      end)
      s.equal(run.code, 1)
      s.equal(#run.streamed, 3)
      local lines = vim.fn.readfile(s.path(CASES))
      local failed = run.results[s.path(CASES) .. '::it_fails']
      s.equal(failed.status, 'failed')
      s.contains(failed.errors[1].message, 'expected "a"')
      s.contains(lines[failed.errors[1].line + 1], 'Assert.Equal("a", "b")')
      s.contains(failed.short, 'it_fails')
      s.equal(run.results[s.path(CASES) .. '::it_fails_elsewhere'].status, 'failed')
      s.equal(run.results[s.path(CASES)].status, 'failed')
      s.contains(run.output, 'said by the test')
      s.contains(run.output, '1 passed, 2 failed')
      -- neotest shows them; ours would stand there twice.
      s.edit(CASES)
      s.equal(
        vim.tbl_filter(function(found)
          return found.code == 'test-failed'
        end, vim.diagnostic.get(0)),
        {}
      )
    end,
  },
  {
    'one test of several',
    function()
      local run = awaited(function()
        return runner.run(adapter, adapter.discover_positions(s.path(CASES)):get_key(s.path(CASES) .. '::it_fails'))
      end)
      s.equal(vim.tbl_keys(run.results), { s.path(CASES) .. '::it_fails' })
    end,
  },
  {
    'what runs is the text on the screen',
    function()
      s.replace('Assert.Equal("a", "b");', 'Assert.Equal("a", "a");')
      local run = awaited(function()
        return runner.run(adapter, adapter.discover_positions(s.path(CASES)):get_key(s.path(CASES) .. '::it_fails'))
      end)
      s.equal(run.results[s.path(CASES) .. '::it_fails'].status, 'passed')
    end,
  },
  {
    'a broken file keeps its list, and its run says why it fails',
    function()
      s.replace('Assert.Equal("a", "a");', 'Assert.Equal("a" "a";')
      s.wait('the finding', function()
        return #vim.diagnostic.get(0) > 0
      end)
      s.equal(#names(discovered()), 5)
      local run = awaited(function()
        return runner.run(adapter, adapter.discover_positions(s.path(CASES)))
      end)
      s.equal(run.code, 1)
      s.contains(run.results[s.path(CASES) .. '::it_is_paid'].errors[1].message, 'no test was run')
      s.replace('Assert.Equal("a" "a";', 'Assert.Equal("a", "a");')
    end,
  },
  {
    'a run that is stopped',
    function()
      s.replace('Assert.Equal("a", "a");', 'while (true) { }')
      local began = vim.uv.now()
      local run = awaited(function()
        return runner.run(adapter, adapter.discover_positions(s.path(CASES)):get_key(s.path(CASES) .. '::it_fails'), 500)
      end)
      assert(vim.uv.now() - began < 10000)
      s.equal(run.results[s.path(CASES) .. '::it_fails'].status, 'skipped')
    end,
  },
  {
    'a server that goes while a run goes on',
    function()
      local run = awaited(function()
        local tree = adapter.discover_positions(s.path(CASES)):get_key(s.path(CASES) .. '::it_fails')
        vim.defer_fn(function()
          vim.lsp.get_clients({ name = 'osy' })[1]:stop(true)
        end, 1500)
        return runner.run(adapter, tree)
      end)
      s.equal(run.code, 1)
      s.contains(run.results[s.path(CASES) .. '::it_fails'].errors[1].message, 'the language server ended')
    end,
  },
})
