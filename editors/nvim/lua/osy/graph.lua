--- State machines: as a picture of characters in a split that follows the source, and as SVG.
---
--- The server draws. It tells when a machine that somebody looks at has changed, and while the text is broken it goes on
--- giving the last good picture, and says that it is old.
local client_module = require('osy.client')
local picture = require('osy.picture')

local M = {}

local namespace = vim.api.nvim_create_namespace('osy.graph')
local BROKEN = '⚠ The text has faults; this is the last good picture.'

---@class osy.View
---@field bufnr integer
---@field client_id integer
---@field uri string
---@field workflow string
---@field answer table The last answer of `osy/stateGraph` that had a graph.
---@field lines string[]
---@field boxes osy.Box[]
---@field asked integer How often it was asked for: what is not the answer to the last question is dropped.

---@type osy.View[]
local views = {}

--- The machine at the cursor, or the one of that name, in a split.
---@param bufnr integer
---@param workflow string?
---@param mods string?
function M.here(bufnr, workflow, mods)
  local client = client_module.needed(bufnr)
  if client then
    local uri, shown = M.source(bufnr)
    M.open(client.id, uri, workflow or shown, mods)
  end
end

--- The file that is asked about from a buffer: its own, or in a picture the file and the workflow that it shows.
---@param bufnr integer
---@return string, string?
function M.source(bufnr)
  for _, view in ipairs(views) do
    if view.bufnr == bufnr then
      return view.uri, view.workflow
    end
  end
  return vim.uri_from_bufnr(bufnr), nil
end

---@param client_id integer
---@param uri string
---@param workflow string? The one at the cursor if it is not named.
---@param mods string?
function M.open(client_id, uri, workflow, mods)
  local client = vim.lsp.get_client_by_id(client_id)
  if not client then
    return
  end
  client_module.ask(client, 'osy/stateGraph', M.question(client, uri, workflow, 'text'), function(answer)
    if not answer then
      return M.say_none(workflow)
    end
    local view = M.view_of(uri, answer.workflow) or M.new_view(client, uri, answer.workflow)
    M.show_window(view, mods)
    M.draw(view, answer)
    M.mark(view)
  end)
end

--- Writes the SVG of the machine, into the file that is named or a temporary one that is then opened.
---@param bufnr integer
---@param workflow string?
---@param file string?
function M.svg(bufnr, workflow, file)
  local client = client_module.needed(bufnr)
  if not client then
    return
  end
  local uri, shown = M.source(bufnr)
  workflow = workflow or shown
  client_module.ask(client, 'osy/stateGraph', M.question(client, uri, workflow, 'svg'), function(answer)
    if not answer then
      return M.say_none(workflow)
    end
    local svg = answer.drawn.svg
    if not svg then
      return client_module.complain('the machine cannot be laid out; `osy graph --format mermaid` needs no layout')
    end
    M.write_svg(answer.workflow, svg, file)
  end)
end

---@param workflow string
---@param svg string
---@param file string?
function M.write_svg(workflow, svg, file)
  local path = file and vim.fn.fnamemodify(vim.fn.expand(file), ':p')
  if not path then
    local folder = vim.fn.tempname()
    vim.fn.mkdir(folder, 'p')
    path = vim.fs.joinpath(folder, workflow .. '.svg')
  end
  local stream, why = io.open(path, 'w')
  if not stream then
    return client_module.complain(('`%s` cannot be written: %s'):format(path, why))
  end
  stream:write(svg)
  stream:close()
  if file then
    return client_module.say('wrote ' .. path)
  end
  local _, trouble = vim.ui.open(path)
  if trouble then
    client_module.say(('wrote %s; %s'):format(path, trouble), vim.log.levels.WARN)
  end
end

---@param workflow string?
function M.say_none(workflow)
  client_module.say(workflow and ('there is no workflow `%s` here'):format(workflow) or 'there is no workflow in this file', vim.log.levels.WARN)
end

--- What the server is asked.
---@param client vim.lsp.Client
---@param uri string
---@param workflow string?
---@param form string
---@return table
function M.question(client, uri, workflow, form)
  local question = { uri = uri, workflow = workflow, forms = { form } }
  if not workflow and vim.uri_from_bufnr(0) == uri then
    question.position = vim.lsp.util.make_position_params(0, client.offset_encoding).position
  end
  return question
end

--- The names of a buffer's workflows, for completion: no more is asked than what the buffer says.
---@param bufnr integer
---@return string[]
function M.names(bufnr)
  local names = {}
  for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)) do
    table.insert(names, line:match('^%s*workflow%s+([%w_]+)'))
  end
  return names
end

---@param uri string
---@param workflow string
---@return osy.View?
function M.view_of(uri, workflow)
  for _, view in ipairs(views) do
    if view.uri == uri and view.workflow == workflow and vim.api.nvim_buf_is_valid(view.bufnr) then
      return view
    end
  end
end

---@param client vim.lsp.Client
---@param uri string
---@param workflow string
---@return osy.View
function M.new_view(client, uri, workflow)
  local bufnr = vim.api.nvim_create_buf(false, true)
  local view = { bufnr = bufnr, client_id = client.id, uri = uri, workflow = workflow, lines = {}, boxes = {}, asked = 0 }
  table.insert(views, view)
  pcall(vim.api.nvim_buf_set_name, bufnr, ('osy://graph/%d/%s'):format(bufnr, workflow))
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.bo[bufnr].filetype = 'osygraph'
  vim.bo[bufnr].modifiable = false
  local function map(key, what, act)
    vim.keymap.set('n', key, act, { buffer = bufnr, desc = what })
  end
  map('<CR>', 'Go to the state or the move in the source', function()
    M.jump(view)
  end)
  map('s', 'Open the SVG', function()
    M.svg(vim.uri_to_bufnr(uri), view.workflow)
  end)
  map('q', 'Close', '<Cmd>close<CR>')
  local group = vim.api.nvim_create_augroup('osy_graph_' .. bufnr, {})
  vim.api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI', 'BufEnter' }, {
    group = group,
    buffer = vim.uri_to_bufnr(uri),
    callback = function()
      M.mark(view)
    end,
  })
  vim.api.nvim_create_autocmd('BufWipeout', {
    group = group,
    buffer = bufnr,
    callback = function()
      views = vim.tbl_filter(function(other)
        return other ~= view
      end, views)
      vim.api.nvim_del_augroup_by_id(group)
    end,
  })
  return view
end

---@param view osy.View
---@param mods string?
function M.show_window(view, mods)
  if vim.fn.bufwinid(view.bufnr) ~= -1 then
    return
  end
  local source = vim.api.nvim_get_current_win()
  vim.cmd((mods and mods ~= '' and mods or 'botright vertical') .. ' split')
  local window = vim.api.nvim_get_current_win()
  vim.api.nvim_win_set_buf(window, view.bufnr)
  for option, value in pairs({ wrap = false, number = false, relativenumber = false, list = false, spell = false }) do
    vim.wo[window][0][option] = value
  end
  vim.wo[window][0].foldmethod = 'manual'
  -- The source keeps the cursor: the picture follows it.
  vim.api.nvim_set_current_win(source)
end

--- The server says that the machines of a file have changed.
---@param uri string
function M.changed(uri)
  for _, view in ipairs(views) do
    local client = vim.lsp.get_client_by_id(view.client_id) or client_module.of_buffer(vim.uri_to_bufnr(uri))
    if view.uri == uri and client then
      view.client_id = client.id
      view.asked = view.asked + 1
      local number = view.asked
      client_module.ask(client, 'osy/stateGraph', M.question(client, uri, view.workflow, 'text'), function(answer)
        if number == view.asked and vim.api.nvim_buf_is_valid(view.bufnr) then
          M.draw(view, answer)
          M.mark(view)
        end
      end)
    end
  end
end

--- Draws an answer; one without a graph leaves the last picture, under a line that says so.
---@param view osy.View
---@param answer table?
function M.draw(view, answer)
  local head = {}
  local is_gone = not answer or (answer.stale and not vim.list_contains(answer.workflows, view.workflow))
  if is_gone then
    head = { ('⚠ There is no workflow `%s` in the file now; this is its last picture.'):format(view.workflow), '' }
  elseif answer.stale or answer.broken then
    head = { BROKEN, '' }
  end
  view.answer = answer or view.answer
  view.lines = vim.list_extend(head, vim.split(view.answer.drawn.text or '', '\n', { trimempty = true }))
  view.boxes = picture.boxes(view.lines)
  vim.bo[view.bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(view.bufnr, 0, -1, false, view.lines)
  vim.bo[view.bufnr].modifiable = false
  if #head > 0 then
    vim.api.nvim_buf_set_extmark(view.bufnr, namespace, 0, 0, { end_row = 1, hl_group = 'WarningMsg' })
  end
end

--- Marks the state that the cursor is in, in the source.
---@param view osy.View
function M.mark(view)
  vim.api.nvim_buf_clear_namespace(view.bufnr, namespace, 0, -1)
  if view.lines[1] and vim.startswith(view.lines[1], '⚠') then
    vim.api.nvim_buf_set_extmark(view.bufnr, namespace, 0, 0, { end_row = 1, hl_group = 'WarningMsg' })
  end
  local window = vim.fn.bufwinid(vim.uri_to_bufnr(view.uri))
  local client = vim.lsp.get_client_by_id(view.client_id)
  if window == -1 or not client or not view.answer then
    return
  end
  local name = M.state_at(view.answer, vim.lsp.util.make_position_params(window, client.offset_encoding).position)
  for _, box in ipairs(view.boxes) do
    if box.name == name then
      for row = box.top, box.bottom do
        local first, last = picture.bytes(box, view.lines[row + 1])
        vim.api.nvim_buf_set_extmark(view.bufnr, namespace, row, first, { end_col = last, hl_group = 'OsyGraphState' })
      end
      local shown = vim.fn.bufwinid(view.bufnr)
      if shown ~= -1 and shown ~= vim.api.nvim_get_current_win() then
        vim.api.nvim_win_set_cursor(shown, { box.top + 1, (picture.bytes(box, view.lines[box.top + 1])) })
      end
    end
  end
end

--- The name of the state around a position.
---@param answer table
---@param position { line: integer, character: integer }
---@return string?
function M.state_at(answer, position)
  local function is_before(a, b)
    return a.line < b.line or (a.line == b.line and a.character <= b.character)
  end
  for _, node in ipairs(answer.nodes) do
    if node.range and is_before(node.range.start, position) and is_before(position, node.range['end']) then
      return node.name
    end
  end
end

--- Goes from the picture to the source: to the state that the cursor is in, else to the move whose label it is on.
---@param view osy.View
function M.jump(view)
  local cursor = vim.api.nvim_win_get_cursor(0)
  local box = picture.box_around(view.boxes, view.lines, cursor[1] - 1, cursor[2])
  local range = box and M.range_of_state(view.answer, box.name) or M.range_of_move(view.answer, vim.fn.expand('<cword>'))
  local client = vim.lsp.get_client_by_id(view.client_id)
  if not range or not client then
    return client_module.say('there is no state and no move here', vim.log.levels.WARN)
  end
  local source = vim.fn.bufwinid(vim.uri_to_bufnr(view.uri))
  if source ~= -1 then
    vim.api.nvim_set_current_win(source)
  else
    vim.cmd('wincmd p')
  end
  vim.lsp.util.show_document({ uri = view.uri, range = range }, client.offset_encoding, { focus = true })
end

---@param answer table
---@param name string
---@return table?
function M.range_of_state(answer, name)
  for _, node in ipairs(answer.nodes) do
    if node.name == name then
      return node.name_range or node.range
    end
  end
end

---@param answer table
---@param word string
---@return table?
function M.range_of_move(answer, word)
  for _, edge in ipairs(answer.edges) do
    if word ~= '' and (edge.name == word or vim.list_contains(vim.split(edge.label, '%W+'), word)) then
      return edge.range
    end
  end
end

return M
