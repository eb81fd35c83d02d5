import type { GrantChange } from '@tenfour/contract'
import { EffectsPreview } from '../entitlements/ChangesPreview.port.tsx'
import { askEffects } from './grants.queries.ts'

/** All changes that accepting, giving or ending a ride-along or pass makes. */
export const GrantPreview = ({ change }: { change: GrantChange }) => <EffectsPreview change={change} ask={askEffects} />
