import { useState } from 'react'
import { useLook } from '../platform/config/config.ts'
import classes from './FooterLine.module.css'

type FooterLineProps = { readonly communityName: string; readonly providerUrl: string }

export function FooterLine({ communityName, providerUrl }: FooterLineProps) {
  const [year] = useState(() => new Date().getFullYear())
  const { footerLine } = useLook()
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
