// The access token in the header of the page. This browser tab keeps it.
const TOKEN_KEY = "byline:accessToken";

const tokenField = document.getElementById("access-token");
tokenField.value = sessionStorage.getItem(TOKEN_KEY) ?? "";
tokenField.addEventListener("input", () => sessionStorage.setItem(TOKEN_KEY, tokenField.value.trim()));

// Returns the header with the token, empty without a token.
export function authorization() {
  const token = tokenField.value.trim();
  return token ? { authorization: `Bearer ${token}` } : {};
}
