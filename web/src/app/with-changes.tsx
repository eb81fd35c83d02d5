import type { PreviewedChange } from '@tenfour/contract'
import type { ComponentType, ReactNode } from 'react'
import { lazyComponent } from '../platform/load/lazy-component.tsx'
import { CARD } from '../platform/load/shapes.tsx'

/** Fetched once something is about to change. */
const ChangesPreview = lazyComponent(
  async () => (await import('../features/community/entitlements/ChangesPreview.port.tsx')).ChangesPreview,
  { what: 'What changes elsewhere', shape: CARD },
)
const changes = (change: PreviewedChange): ReactNode => <ChangesPreview change={change} />

/** Typed by its parameters alone, like the pages of routes. */
type Changing = (props: { changes: typeof changes }) => void

/** People must not depend on Discord or the game, so what a change leads to there is passed to their pages. */
export function withChanges(page: Changing): () => ReactNode {
  const Page = page as ComponentType<{ changes: typeof changes }>
  return () => <Page changes={changes} />
}
