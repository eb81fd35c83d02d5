/** Reads a secret once and leaves nothing behind that another resource could read. */
function takeSecret(convar: string): string {
  const secret = GetConvar(convar, '').trim()
  if (secret !== '') SetConvar(convar, '')
  return secret
}

/** Where the portal is, as it is asked for: an address with no path, since the portal is served at the top of its own. */
export function portalAddress(text: string): { readonly url: string } | { readonly problem: string } {
  const example = 'Put  set tenfour_url "https://portal.example"  into server.cfg.'
  if (text === '') return { problem: `tenfour_url is not set. ${example}` }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) return { problem: `tenfour_url is "${text}", which is no address. ${example}` }
  if (url.pathname !== '/' || url.search !== '') return { problem: `tenfour_url is "${text}": the portal has no path. ${example}` }
  return { url: url.origin }
}

const isTooOpen = (url: string) => url.startsWith('http:') && !/^http:\/\/(localhost|127\.)/.test(url)

/**
 * What `server.cfg` says, or the console of the running server: a key that is set while the resource runs is taken within seconds, so that
 * one can be replaced without a restart.
 */
export function createSettings({ print }: { print: (line: string) => void }) {
  let [url, apiKey, displayKey] = ['', '', '']
  let lastSaid = ''
  const say = (line: string) => {
    if (line !== lastSaid) print(line)
    lastSaid = line
  }
  return {
    url: () => url,
    apiKey: () => apiKey,
    displayKey: () => displayKey,
    /** Whether there is now something to connect with that was not there before. */
    read: (): boolean => {
      const address = portalAddress(GetConvar('tenfour_url', '').trim())
      const [newKey, newDisplayKey] = [takeSecret('tenfour_key'), takeSecret('tenfour_display_key')]
      const newUrl = 'url' in address ? address.url : ''
      const isNew = (newKey !== '' && newKey !== apiKey) || newUrl !== url || newDisplayKey !== ''
      if (newUrl !== url && isTooOpen(newUrl))
        print('tenfour_url is no https: the game shows no such page in a frame, so that the tablet stays empty. The rest works.')
      ;[url, apiKey, displayKey] = [newUrl, newKey || apiKey, newDisplayKey || displayKey]
      if ('problem' in address) say(`Not connected: ${address.problem}`)
      else if (apiKey === '')
        say(
          'Not connected: there is no key. Put  set tenfour_key "..."  into server.cfg, before the resource is ensured. ' +
            'A key is read once: after a restart of the resource alone, set it again in the console.',
        )
      return isNew && url !== '' && apiKey !== ''
    },
  }
}
