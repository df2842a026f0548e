--- As much of nvim-nio as an adapter may use: tasks that wait for one another, futures, queues. Written for the tests.
local M = { control = {}, fn = {} }

--- Waits until the callback that `begin` is given is called, and gives what it is called with.
local function wait_for(begin)
  local task = assert(coroutine.running(), 'it may wait only within a task')
  local is_over, value, is_waiting = false, nil, false
  begin(function(result)
    is_over, value = true, result
    if is_waiting then
      local ok, why = coroutine.resume(task)
      assert(ok, why)
    end
  end)
  if not is_over then
    is_waiting = true
    coroutine.yield()
  end
  return value
end

function M.run(act)
  local task = coroutine.create(act)
  local ok, why = coroutine.resume(task)
  assert(ok, why)
end

function M.scheduler()
  wait_for(vim.schedule)
end

function M.sleep(milliseconds)
  wait_for(function(done)
    vim.defer_fn(done, milliseconds)
  end)
end

function M.control.future()
  local is_set, value, waiting = false, nil, {}
  return {
    is_set = function()
      return is_set
    end,
    set = function(result)
      assert(not is_set, 'a future is set once')
      is_set, value = true, result
      for _, done in ipairs(waiting) do
        done(result)
      end
    end,
    wait = function()
      if is_set then
        return value
      end
      return wait_for(function(done)
        table.insert(waiting, done)
      end)
    end,
  }
end

function M.control.queue()
  local items, waiting = {}, {}
  return {
    size = function()
      return #items
    end,
    put_nowait = function(item)
      if #waiting > 0 then
        return table.remove(waiting, 1)(item)
      end
      table.insert(items, item)
    end,
    get = function()
      if #items > 0 then
        return table.remove(items, 1)
      end
      return wait_for(function(done)
        table.insert(waiting, done)
      end)
    end,
  }
end

setmetatable(M.fn, {
  __index = function(_, name)
    return function(...)
      M.scheduler()
      return vim.fn[name](...)
    end
  end,
})

return M
