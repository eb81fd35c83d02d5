type Dictionary = { readonly name: string; readonly isOwn: boolean; readonly textures: Map<string, string> }

/**
 * Textures created by scripts in one player's game, and the browsers they show. A dictionary stays until the player leaves: creating it
 * again under the same name, or a second texture of the same name, silently returns an unusable handle.
 */
export function createTextures() {
  const dictionaries = new Map<number, Dictionary>()
  const replaced = new Map<string, readonly [dictionary: string, texture: string]>()
  const browsers = new Map<number, { readonly url: string; readonly width: number; readonly height: number }>()
  let lastHandle = 0

  const natives = {
    CreateDui: (url: string, width: number, height: number) => {
      browsers.set((lastHandle += 1), { url, width, height })
      return lastHandle
    },
    SetDuiUrl: (dui: number, url: string) => {
      const browser = browsers.get(dui)
      if (browser) browsers.set(dui, { ...browser, url })
    },
    GetDuiHandle: (dui: number) => `dui-${dui}`,
    DestroyDui: (dui: number) => void browsers.delete(dui),
    CreateRuntimeTxd: (name: string) => {
      const isOwn = ![...dictionaries.values()].some((known) => known.name === name)
      dictionaries.set((lastHandle += 1), { name, isOwn, textures: new Map() })
      return lastHandle
    },
    CreateRuntimeTextureFromDuiHandle: (txd: number, name: string, dui: string) => {
      const dictionary = dictionaries.get(txd)
      if (!dictionary?.isOwn || dictionary.textures.has(name)) return 0
      dictionary.textures.set(name, dui)
      return (lastHandle += 1)
    },
    AddReplaceTexture: (dictionary: string, texture: string, newDictionary: string, newTexture: string) =>
      void replaced.set(`${dictionary}/${texture}`, [newDictionary, newTexture]),
    RemoveReplaceTexture: (dictionary: string, texture: string) => void replaced.delete(`${dictionary}/${texture}`),
  }
  return {
    natives,
    /** The URL that a game texture shows; undefined if it is not replaced. */
    shownOn: (dictionary: string, texture: string): string | undefined => {
      const [newDictionary, newTexture = ''] = replaced.get(`${dictionary}/${texture}`) ?? []
      const made = [...dictionaries.values()].find(({ name, isOwn }) => isOwn && name === newDictionary)?.textures.get(newTexture)
      return made === undefined ? undefined : browsers.get(Number(made.slice('dui-'.length)))?.url
    },
    browsers: () => [...browsers.values()],
    /** How many textures were ever made: none is freed. */
    textures: () => [...dictionaries.values()].reduce((sum, { textures }) => sum + textures.size, 0),
    dictionaries: () => dictionaries.size,
  }
}
