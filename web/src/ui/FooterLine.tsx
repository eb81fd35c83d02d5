import { useState } from 'react'
import classes from './FooterLine.module.css'

type FooterLineProps = {
  readonly communityName: string
  readonly providerUrl: string
  /** A line of the community's own. */
  readonly footerLine: string
}

export function FooterLine({ communityName, providerUrl, footerLine }: FooterLineProps) {
  const [year] = useState(() => new Date().getFullYear())
  return (
    <p className={classes.line}>
      {footerLine && <span className={classes.own}>{footerLine}</span>}
      <span>
        © {year} {communityName}
      </span>
      <span aria-hidden> · </span>
      <a className={classes.provider} href={providerUrl} target="_blank" rel="noopener noreferrer">
        Powered by Tenfour
      </a>
    </p>
  )
}
