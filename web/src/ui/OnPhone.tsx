import type { ReactNode } from 'react'

/** Text below a table cell's own on a phone, in place of columns that have no room there. */
export const OnPhone = ({ children }: { children: ReactNode }) => <span className="on-phone">{children}</span>
