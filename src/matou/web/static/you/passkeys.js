// Passkeys: gets the server's challenge, shows the browser's dialogue, and sends the response.

const root = document.documentElement.dataset.root;
const texts = JSON.parse(document.getElementById("texts")?.textContent || "{}");

/** @param {string} text */
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
/** @param {ArrayBuffer} buffer */
const letters = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** @param {string} says */
function tell(says) {
  const box = /** @type {HTMLElement} */ (document.getElementById("wrong"));
  box.textContent = says;
  box.hidden = !says;
}

/** @param {string} path @param {Record<string, string>} fields */
async function ask(path, fields) {
  const answer = await fetch(root + path, { method: "POST", body: new URLSearchParams(fields) });
  const reply = await answer.json();
  if (!answer.ok) throw new Error(reply.wrong);
  return reply;
}

/** @param {any} made */
const common = (made) => ({ id: made.id, rawId: letters(made.rawId), type: made.type, clientExtensionResults: {} });

/** @param {Record<string, string>} fields */
async function make(fields) {
  const asked = await ask("/you/passkey/options", fields);
  const publicKey = { ...asked, challenge: bytes(asked.challenge), user: { ...asked.user, id: bytes(asked.user.id) } };
  publicKey.excludeCredentials = (asked.excludeCredentials || []).map((/** @type {any} */ key) => ({ ...key, id: bytes(key.id) }));
  const made = /** @type {any} */ (await navigator.credentials.create({ publicKey }));
  const response = { clientDataJSON: letters(made.response.clientDataJSON), attestationObject: letters(made.response.attestationObject) };
  return ask("/you/passkey", { credential: JSON.stringify({ ...common(made), response }) });
}

/** @param {Record<string, string>} fields */
async function use(fields) {
  const asked = await ask("/you/in/options", {});
  const used = /** @type {any} */ (await navigator.credentials.get({ publicKey: { ...asked, challenge: bytes(asked.challenge) } }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response;
  const response = { clientDataJSON: letters(clientDataJSON), authenticatorData: letters(authenticatorData), signature: letters(signature), userHandle: userHandle ? letters(userHandle) : null };
  return ask("/you/in/passkey", { ...fields, credential: JSON.stringify({ ...common(used), response }) });
}

// The account exists: a form opens the page with its recovery code.
/** @param {string} action */
function toCode(action) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  document.body.append(form);
  form.submit();
}

/** @param {HTMLFormElement} form */
function offer(form) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("[data-go]"));
  form.hidden = button.hidden = false;
  button.onclick = async () => {
    button.disabled = true;
    tell("");
    try {
      const fields = /** @type {any} */ (Object.fromEntries(new FormData(form).entries()));
      const reply = await (form.dataset.passkey === "use" ? use : make)(fields);
      if (reply.code) toCode(reply.code);
      else location.assign(reply.go);
    } catch (error) {
      const stopped = error instanceof DOMException;
      const says = !stopped && error instanceof Error && !(error instanceof TypeError) && !(error instanceof SyntaxError);
      tell(stopped ? texts.PASSKEY_STOPPED : says ? error.message : texts.PASSKEY_FAILED);
      button.disabled = false;
    }
  };
}

const forms = /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-passkey]"));
if (window.PublicKeyCredential) forms.forEach(offer);
else if (forms.length) tell(texts.NO_PASSKEYS_HERE);

export {};
