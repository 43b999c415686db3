// The state of the page in the fragment of its address, which a browser never sends to a server. A link is input from
// strangers: whatever is not of the expected form is dropped.

const MAX_TEXT = 1 << 20;

async function through(stream, bytes) {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  const parts = [];
  let size = 0;
  for (let reader = piped.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    // A small link can unpack to gigabytes.
    if (size > 2 * MAX_TEXT) throw new Error("too long");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const toBase64 = (bytes) => {
  let letters = "";
  for (let i = 0; i < bytes.length; i += 8192) letters += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};
const fromBase64 = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** Writes a state as a fragment. */
export async function toFragment(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  return `#1${toBase64(await through(new CompressionStream("deflate-raw"), bytes))}`;
}

/** Reads a fragment; null if it holds no state. */
export async function fromFragment(fragment) {
  if (!fragment.startsWith("#1") || fragment.length > 2 * MAX_TEXT) return null;
  try {
    const bytes = await through(new DecompressionStream("deflate-raw"), fromBase64(fragment.slice(2)));
    return sound(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

function sound(state) {
  if (typeof state?.text !== "string" || state.text.length > MAX_TEXT) return null;
  const isPiece = (piece) => Array.isArray(piece) && piece.length === 2 && piece.every((word) => typeof word === "string");
  const isParam = ([, value]) => Number.isSafeInteger(value);
  return {
    text: state.text,
    name: /^[\w.-]+(\/[\w.-]+)*$/.test(state.name) && state.name.length < 100 ? state.name : "",
    params: Object.fromEntries(Object.entries(state.params ?? {}).filter(isParam).slice(0, 100)),
    pieces: (Array.isArray(state.pieces) ? state.pieces : []).filter(isPiece).slice(0, 2500),
    notes: ["none", "open", "attacked"].includes(state.notes) ? state.notes : undefined,
    language: ["de", "en"].includes(state.language) ? state.language : undefined,
  };
}
