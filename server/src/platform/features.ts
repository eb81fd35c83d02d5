import type { ExportParts, Feature } from './feature.ts'
import { createHappened } from './reactions.ts'

export type Features = ReturnType<typeof collectFeatures>

/** The features of the portal, in the order in which they are added. What is read from all of them is read once all are there. */
export function collectFeatures(closing: (() => unknown)[]) {
  const all: Feature[] = []
  return {
    all,
    add: <F extends Feature>(feature: F): F => {
      all.push(feature)
      if (feature.close) closing.push(feature.close)
      return feature
    },
    happened: createHappened(all),
    accountExport: (): ExportParts => Object.assign({}, ...all.map(({ accountExport }) => accountExport)) as ExportParts,
    switches: () => all.flatMap(({ switches = [] }) => switches),
  }
}
