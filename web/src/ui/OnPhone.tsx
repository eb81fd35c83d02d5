import type { ReactNode } from 'react'

/** What a table's cell says below its own text on a phone, where the columns that say it have no room. */
export const OnPhone = ({ children }: { children: ReactNode }) => <span className="on-phone">{children}</span>
