import { z } from 'zod'
import { panelIdFrom, type PanelId } from '../panel.ts'

/** A tab group. `share` is its part of the surrounding row or column, relative to its siblings. */
export type Tabs = { readonly tabs: readonly PanelId[]; readonly active: PanelId; readonly share: number }
/** Areas side by side or stacked: the direction alternates with each level. */
export type Split = { readonly split: readonly Area[]; readonly share: number }
export type Area = Tabs | Split
export type Layout = { readonly direction: 'row' | 'column'; readonly root: Split }

export const isSplit = (area: Area): area is Split => 'split' in area

const Share = z.number().positive().max(1_000_000)
// An unknown panel is left out instead of invalidating the layout.
const StoredTabs = z
  .object({ tabs: z.array(z.string()).max(20), active: z.string(), share: Share })
  .transform(({ tabs, active, share }) => ({
    tabs: tabs.flatMap((id) => panelIdFrom(id) ?? []),
    active: panelIdFrom(active),
    share,
  }))
type StoredArea = z.output<typeof StoredTabs> | { split: StoredArea[]; share: number }
const StoredArea: z.ZodType<StoredArea> = z.lazy(() =>
  z.union([z.object({ split: z.array(StoredArea).max(20), share: Share }), StoredTabs]),
)
const StoredLayout = z.object({ direction: z.enum(['row', 'column']), root: StoredArea })

/** A stored layout, reduced to the panels that `has` still allows; undefined if unreadable or empty. */
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

const SizedLayouts = z.array(z.object({ size: z.string(), layout: z.unknown() }))
/** Layouts that are stored together, each for a size of window. */
export type SizedLayouts = z.infer<typeof SizedLayouts>

/** By size of window; none if unreadable. */
export const layoutsBySize = (stored: unknown): ReadonlyMap<string, unknown> =>
  new Map(SizedLayouts.safeParse(stored).data?.map(({ size, layout }) => [size, layout]))

/** Every panel of a layout, in reading order. */
export function panelsOf(layout: Layout): PanelId[] {
  const within = (area: Area): readonly PanelId[] => (isSplit(area) ? area.split.flatMap(within) : area.tabs)
  return [...within(layout.root)]
}
