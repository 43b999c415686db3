// Unpacks the page: texts of elements by their ids, and the script that does everything else. The policy of the page has the hash
// of that script, so no other can take its place.

async function boot() {
  const packed = Uint8Array.from(atob(document.getElementById("packed").textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { script, ...texts } = await new Response(stream).json();
  for (const [id, text] of Object.entries(texts)) document.getElementById(id).textContent = text;
  document.body.append(Object.assign(document.createElement("script"), { textContent: script }));
}

boot().catch((error) => {
  const words = "This page needs a newer browser. · Diese Seite braucht einen neueren Browser.";
  document.getElementById("status").textContent = `${words} (${error.message})`;
  document.body.dataset.failed = "true";
});
