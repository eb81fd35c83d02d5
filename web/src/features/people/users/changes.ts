import type { PreviewedChange } from '@tenfour/contract'
import type { ReactNode } from 'react'

/** Draws what a change that is not saved would change everywhere. */
export type Changes = (change: PreviewedChange) => ReactNode
