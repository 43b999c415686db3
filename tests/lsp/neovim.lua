-- Neovim as a client of `puzzle lsp`: diagnostics behind a character beyond the basic plane, an edit, an explanation, the end.
local function check(holds, words)
  if not holds then
    io.stderr:write("failed: " .. words .. "\n")
    vim.cmd("cquit 1")
  end
end

local ok, problem = pcall(function()
  local buffer = vim.api.nvim_create_buf(true, false)
  vim.api.nvim_buf_set_name(buffer, vim.fn.tempname() .. ".puz")
  local crown = "\240\159\145\145"
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { "puzzle \"" .. crown .. "\" quean", "board 8 x 8", "use queen" })
  local client = vim.lsp.start_client({ name = "puzzle", cmd = { vim.env.PUZZLE, "lsp" } })
  check(client, "the server starts")
  vim.lsp.buf_attach_client(buffer, client)
  local function count(n)
    return vim.wait(30000, function() return #vim.diagnostic.get(buffer) == n end, 20)
  end
  check(count(1), "one diagnostic")
  local found = vim.diagnostic.get(buffer)[1]
  -- Neovim counts bytes: the crown takes four.
  check(found.lnum == 0 and found.col == 14, "the place is " .. found.lnum .. ":" .. found.col)
  vim.api.nvim_buf_set_lines(buffer, 0, 1, false, { "puzzle \"" .. crown .. "\"" })
  check(count(0), "no diagnostic after the edit")
  local place = { textDocument = vim.lsp.util.make_text_document_params(buffer), position = { line = 2, character = 5 } }
  local answers = vim.lsp.buf_request_sync(buffer, "textDocument/hover", place, 30000)
  local hover = answers and answers[client] and answers[client].result
  check(hover and hover.contents.value:find("Betza"), "the explanation of a piece")
  vim.lsp.stop_client(client)
  check(vim.wait(30000, function() return vim.lsp.client_is_stopped(client) end, 20), "a clean end")
end)
check(ok, tostring(problem))
vim.cmd("qall!")
