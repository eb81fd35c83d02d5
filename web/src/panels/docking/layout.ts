import { z } from 'zod'
import { PANEL_IDS, type PanelId } from '../panel-ids.ts'

/** Panels that share a place, one of them in front. `share` is how much of the row or column around it it takes, beside the others there. */
export type Tabs = { readonly tabs: readonly PanelId[]; readonly active: PanelId; readonly share: number }
/** What lies side by side, or below each other: each level turns the other way. */
export type Split = { readonly split: readonly Area[]; readonly share: number }
export type Area = Tabs | Split
export type Layout = { readonly direction: 'row' | 'column'; readonly root: Split }

export const isSplit = (area: Area): area is Split => 'split' in area

const Share = z.number().positive().max(1_000_000)
// A panel that is no longer there is left out, not a reason to forget the rest.
const KnownPanel = z.enum(PANEL_IDS)
const StoredTabs = z
  .object({ tabs: z.array(z.string()).max(20), active: z.string(), share: Share })
  .transform(({ tabs, active, share }) => ({
    tabs: tabs.flatMap((id) => KnownPanel.safeParse(id).data ?? []),
    active: KnownPanel.safeParse(active).data ?? null,
    share,
  }))
type StoredArea = z.output<typeof StoredTabs> | { split: StoredArea[]; share: number }
const StoredArea: z.ZodType<StoredArea> = z.lazy(() =>
  z.union([z.object({ split: z.array(StoredArea).max(20), share: Share }), StoredTabs]),
)
const StoredLayout = z.object({ direction: z.enum(['row', 'column']), root: StoredArea })

/** A layout that was stored, with the panels of it that `has` still allows; nothing where it can't be read or nothing is left. */
export function parseLayout(stored: unknown, has: (panelId: PanelId) => boolean): Layout | undefined {
  const parsed = StoredLayout.safeParse(stored).data
  if (!parsed || !('split' in parsed.root)) return undefined
  const seen = new Set<PanelId>()
  const keep = (area: StoredArea): Area[] => {
    if ('split' in area) {
      const split = area.split.flatMap(keep)
      return split.length > 0 ? [{ split, share: area.share }] : []
    }
    const tabs = area.tabs.filter((id) => has(id) && !seen.has(id) && seen.add(id))
    const [first] = tabs
    if (first === undefined) return []
    return [{ tabs, active: area.active && tabs.includes(area.active) ? area.active : first, share: area.share }]
  }
  const [root] = keep(parsed.root)
  return root && isSplit(root) ? { direction: parsed.direction, root } : undefined
}

/** Every panel of a layout, in reading order. */
export function panelsOf(layout: Layout): PanelId[] {
  const within = (area: Area): readonly PanelId[] => (isSplit(area) ? area.split.flatMap(within) : area.tabs)
  return [...within(layout.root)]
}
