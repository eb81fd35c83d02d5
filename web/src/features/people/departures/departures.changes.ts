import type { PreviewedChange } from '@tenfour/contract'
import type { ReactNode } from 'react'

/** Draws what a departure or a return would change everywhere. */
export type Changes = (change: PreviewedChange) => ReactNode
