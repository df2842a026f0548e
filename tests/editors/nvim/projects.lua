-- What goes on around the texts: settings, long work, files that other programs change, several projects.
local s = dofile(vim.env.OSY_SUPPORT)
local MODEL, CASES = 'app/model/order.osy', 'app/tests/order.test.osy'
local APP = 'app %s { model "model/**/*.osy"; }\n'
local WATCH = [[
#!/bin/sh
for folder; do :; done
while kill -0 $PPID && [ ! -e "$folder/model/lid.osy" ]; do sleep 0.05; done
echo "$folder/model/ CREATE lid.osy"
]]
local is_new = vim.fn.has('nvim-0.12') == 1

---@type table[] Everything that was told of work that goes on.
local progress = {}
vim.api.nvim_create_autocmd('LspProgress', {
  callback = function(event)
    table.insert(progress, event.data.params)
  end,
})

local function lenses()
  return vim.inspect(vim.tbl_map(function(lens)
    return vim.tbl_get(lens, 'command', 'title')
  end, s.lenses()))
end

local function hints()
  return vim.inspect(vim.tbl_map(function(hint)
    return hint.inlay_hint.label
  end, vim.lsp.inlay_hint.get({ bufnr = 0 })))
end

local function set(settings)
  s.client().settings = { osy = settings }
  s.client():notify('workspace/didChangeConfiguration', { settings = s.client().settings })
end

--- The messages of the findings in a file.
local function findings(file)
  local bufnr = vim.fn.bufnr(s.path(file))
  return bufnr < 0 and '' or table.concat(vim.tbl_map(function(found)
    return found.message
  end, vim.diagnostic.get(bufnr)), '\n')
end

--- Waits until a file has a finding of this, or none any more.
local function told(file, part, is_gone)
  s.wait((is_gone and 'no ' or '') .. part .. ' in ' .. file, function()
    return (findings(file):find(part, 1, true) ~= nil) ~= (is_gone or false)
  end)
end

s.run({
  {
    'settings from the start',
    function()
      vim.lsp.config('osy', { settings = { osy = { codeLens = { references = false } } } })
      s.edit(MODEL)
      s.put_cursor('Person? Bu|yer')
      s.wait_for_project('textDocument/typeDefinition')
      s.wait('the hints', function()
        return hints():find('int"', 1, true)
      end)
      s.equal(lenses(), '{}')
      s.equal(s.ask('textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params() }), {})
    end,
  },
  {
    'settings that change',
    function()
      set({ inlayHints = { types = false } })
      s.wait('the hints of types to go', function()
        return not hints():find('int"', 1, true)
      end)
      if not is_new then
        -- Neovim 0.11 cannot be told to ask again for lenses; it does so when one comes back to the buffer.
        vim.api.nvim_exec_autocmds('BufEnter', { buffer = 0 })
      end
      s.wait('the lenses', function()
        return lenses():find('Show state machine', 1, true)
      end)
      set({})
      s.wait('the hints of types', function()
        return hints():find('int"', 1, true)
      end)
    end,
  },
  {
    'progress',
    function()
      s.edit(CASES)
      vim.cmd('Osy test all')
      local token = s.wait('the begin', function()
        return vim.iter(progress):find(function(one)
          return one.value.kind == 'begin' and one.value.title == 'Osy# tests'
        end)
      end).token
      s.wait('the end', function()
        return vim.iter(progress):any(function(one)
          return one.token == token and one.value.kind == 'end'
        end)
      end)
      s.said('1 failed')
    end,
  },
  {
    'a request that is cancelled',
    function()
      s.put_cursor('Order.Sin|gle()')
      local client, is_told = s.client(), false
      local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
      params.context = { includeDeclaration = true }
      local _, id = client:request('textDocument/references', params, function()
        is_told = true
      end, 0)
      assert(client.requests[id])
      client:cancel_request(id)
      s.equal(client.requests[id].type, 'cancel')
      -- Neovim forgets it when it is answered, and keeps the answer to itself where that is "cancelled".
      s.wait('the answer', function()
        return client.requests[id] == nil
      end)
      s.equal(is_told, false)
    end,
  },
  {
    'a file that another program changes',
    function()
      vim.cmd.bwipeout(s.path(MODEL))
      local stream = assert(io.open(s.path(MODEL)))
      local text = stream:read('*a')
      stream:close()
      s.write(MODEL, (text:gsub('Doubled', 'Twofold')))
      vim.api.nvim_exec_autocmds('FocusGained', {})
      told(CASES, 'Doubled')
      s.write(MODEL, text)
      vim.cmd('silent !true')
      told(CASES, 'Doubled', true)
    end,
  },
  {
    'another project',
    function()
      s.write('other/app.osy', APP:format('Other'))
      s.write('other/model/box.osy', 'entity Box { Lid Top; }\n')
      -- In the place of the program by which Neovim watches on Linux: it tells of one file.
      s.write('bin/inotifywait', WATCH)
      vim.uv.fs_chmod(s.path('bin/inotifywait'), 493)
      vim.env.PATH = s.path('bin') .. ':' .. vim.env.PATH
      local first = s.client()
      vim.lsp.config('osy', { settings = {} })
      -- Users who complete as they type, and say so themselves.
      vim.api.nvim_create_autocmd('LspAttach', {
        once = true,
        callback = function(event)
          vim.lsp.completion.enable(true, event.data.client_id, event.buf, { autotrigger = true })
        end,
      })
      s.edit('other/model/box.osy')
      told('other/model/box.osy', 'Lid')
      assert(s.client().id ~= first.id)
      assert(#vim.api.nvim_get_autocmds({ event = 'InsertCharPre', buffer = 0 }) > 0)
      assert(require('osy.watching').is_watched(s.client()))
      s.equal({ first.root_dir, s.client().root_dir }, { s.path('app'), s.path('other') })
    end,
  },
  {
    'a file that Neovim watches',
    function()
      s.write('other/model/lid.osy', 'entity Lid { string Name; }\n')
      told('other/model/box.osy', 'Lid', true)
    end,
  },
  {
    'a further folder of the same server',
    function()
      s.write('third/app.osy', APP:format('Third'))
      s.write('third/model/jar.osy', 'entity Jar { Cap Top; }\n')
      local client = s.client()
      vim.lsp.buf.add_workspace_folder(s.path('third'))
      if not is_new then
        told('third/model/jar.osy', 'Cap')
      end
      s.edit('third/model/jar.osy')
      told('third/model/jar.osy', 'Cap')
      s.equal(s.client().id, client.id)
      s.equal(#vim.lsp.get_clients({ name = 'osy' }), 2)
    end,
  },
})
