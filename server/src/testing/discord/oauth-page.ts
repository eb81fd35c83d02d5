import type { User } from './types.ts'

const SCOPE_TEXT: Readonly<Record<string, string>> = {
  identify: 'Access your username',
  email: 'Access your email address',
  'guilds.members.read': 'Read your member info (nickname, avatar, roles, etc) for servers you belong to',
}

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escape(title)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; background: #313338; color: #f2f3f5; display: grid; place-items: center; min-height: 100vh; margin: 0 }
  main { background: #2b2d31; padding: 2rem; border-radius: 8px; width: 22rem }
  h1 { font-size: 1.25rem; margin-top: 0 }
  select, button { font: inherit; padding: .5rem 1rem; border-radius: 4px; border: 0 }
  select { width: 100%; margin: .25rem 0 1rem }
  button { background: #4e5058; color: #fff } button[value=authorize] { background: #5865f2 }
</style></head>
<body><main>${body}</main></body>
</html>
`

export const messagePage = (message: string): string =>
  page('Discord', `<h1>Something went wrong</h1><p role="alert">${escape(message)}</p>`)

/** The form posts to the same address, so that it carries the requested parameters. */
export const authorizePage = (application: string, scopes: readonly string[], people: readonly User[]): string =>
  page(
    'Authorize access to your account | Discord',
    `<h1>${escape(application)} wants to access your account</h1>
<ul>${scopes.map((scope) => `<li>${escape(SCOPE_TEXT[scope] ?? scope)}</li>`).join('')}</ul>
<form method="post">
<label for="user">Signed in as</label>
<select id="user" name="user">${people.map(({ id, username, globalName }) => `<option value="${escape(id)}">${escape(globalName ?? username)} (${escape(username)})</option>`).join('')}</select>
<button name="choice" value="cancel">Cancel</button>
<button name="choice" value="authorize">Authorize</button>
</form>`,
  )
