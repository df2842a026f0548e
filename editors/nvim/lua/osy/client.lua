--- The language server as the other modules ask it.
local M = {}

---@param message string
---@param level integer?
function M.say(message, level)
  vim.notify('Osy#: ' .. message, level or vim.log.levels.INFO)
end

---@param message string
function M.complain(message)
  M.say(message, vim.log.levels.ERROR)
end

--- The server of a buffer, else any that runs.
---@param bufnr integer?
---@return vim.lsp.Client?
function M.of_buffer(bufnr)
  local here = vim.lsp.get_clients({ name = 'osy', bufnr = bufnr or 0 })[1]
  return here or vim.lsp.get_clients({ name = 'osy' })[1]
end

--- As `of_buffer`; says so where there is none.
---@param bufnr integer?
---@return vim.lsp.Client?
function M.needed(bufnr)
  local client = M.of_buffer(bufnr)
  if not client then
    M.complain('the language server is not running; `:checkhealth osy` says why')
  end
  return client
end

--- The folder that a server for this file, or for files in this folder, has as its root.
---@param path string
---@return string?
function M.root_of(path)
  local markers = (vim.lsp.config.osy or {}).root_markers or {}
  for _, marker in ipairs(markers) do
    local root = vim.fs.root(path, marker)
    if root then
      return root
    end
  end
end

--- The server whose root is this folder or one above it; it is started where there is none yet.
---@param root string
---@return vim.lsp.Client?
function M.of_root(root)
  for _, client in ipairs(vim.lsp.get_clients({ name = 'osy' })) do
    if client.root_dir and (client.root_dir == root or vim.startswith(root, client.root_dir .. '/')) then
      return client
    end
  end
  local config = vim.tbl_extend('force', vim.lsp.config.osy, { name = 'osy', root_dir = root })
  local id = vim.lsp.start(config, { attach = false })
  return id and vim.lsp.get_client_by_id(id)
end

--- Asks the server; `done` gets what it answers, and is not called where it refuses: that is said.
---@param client vim.lsp.Client
---@param method string
---@param params table
---@param done fun(result: any)
---@param bufnr integer?
function M.ask(client, method, params, done, bufnr)
  local sent = client:request(method, params, function(err, result)
    if err then
      return M.complain(err.message)
    end
    done(result)
  end, bufnr)
  if not sent then
    M.complain('the language server has stopped; `:Osy restart` starts it')
  end
end

--- What runs the command `osy` with these arguments: by the program that serves, so that both are of one version.
---@param arguments string[]
---@return string[]
function M.program(arguments)
  local command = (vim.lsp.config.osy or {}).cmd
  local program = type(command) == 'table' and vim.deepcopy(command) or { 'osy', 'lsp' }
  if program[#program] == 'lsp' then
    table.remove(program)
  end
  return vim.list_extend(program, arguments)
end

--- Ends the servers and starts them again for the buffers that they served.
function M.restart()
  local clients = vim.lsp.get_clients({ name = 'osy' })
  if #clients == 0 then
    vim.lsp.enable('osy')
    return M.say('the language server was not running; it starts with the next Osy# buffer')
  end
  for _, client in ipairs(clients) do
    local buffers = vim.tbl_keys(client.attached_buffers)
    local config = client.config
    -- Detached first, so that nothing more is asked of a server that is about to end.
    for _, bufnr in ipairs(buffers) do
      vim.lsp.buf_detach_client(bufnr, client.id)
    end
    client:stop()
    -- A server that does not end when it is asked is ended.
    local began = vim.uv.now()
    local timer = assert(vim.uv.new_timer())
    timer:start(20, 20, vim.schedule_wrap(function()
      if timer:is_closing() then
        return
      end
      if not client:is_stopped() then
        if vim.uv.now() - began > 3000 then
          client:stop(true)
        end
        return
      end
      timer:close()
      for _, bufnr in ipairs(buffers) do
        if vim.api.nvim_buf_is_loaded(bufnr) then
          vim.lsp.start(config, { bufnr = bufnr })
        end
      end
      M.say('the language server was started again')
    end))
  end
end

return M
