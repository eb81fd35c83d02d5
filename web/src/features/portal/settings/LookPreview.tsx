import { accentTokens, lookPictureUrl } from '@tenfour/contract'
import type { CSSProperties, ReactNode } from 'react'
import { useCommunityName } from '../../../platform/config/config.ts'
import { LookMark } from '../../../ui/LookMark.tsx'
import classes from './LookPreview.module.css'

type LookPreviewProps = {
  readonly shortName: string
  readonly colour: string
  readonly logo: string
  readonly loginPicture: string
  readonly loginText: string
  readonly footerLine: string
}

type Theme = 'light' | 'dark'

/** The login page, home and the desktop in small, as they would look. */
export function LookPreview({ shortName, colour, logo, loginPicture, loginText, footerLine }: LookPreviewProps) {
  const name = useCommunityName()
  const mark = (size: number) => <LookMark shortName={shortName} logo={logo || null} styles={colour === '' ? null : colour} size={size} />
  const styleOf = (theme: Theme): CSSProperties | undefined => (colour === '' ? undefined : asProperties(accentTokens(colour)[theme]))
  const picture = loginPicture === '' ? undefined : { backgroundImage: `url("${lookPictureUrl(loginPicture)}")` }
  const brand = (
    <p className={classes.brand}>
      {mark(18)} <span>{name}</span>
    </p>
  )
  return (
    <section className={classes.previews} aria-label="Preview">
      <Frame title="Login page" theme="light" style={{ ...styleOf('light'), ...picture }}>
        <div className={classes.login}>
          {mark(28)}
          <strong className={classes.name}>{name}</strong>
          {loginText && <span className={classes.welcome}>{loginText}</span>}
          <span className={classes.muted}>Sign in to your account</span>
          <span className={classes.field} />
          <span className={classes.field} />
          <span className={classes.button}>Sign in</span>
        </div>
      </Frame>
      {(['light', 'dark'] as const).map((theme) => (
        <Frame key={theme} title={`Home, ${theme}`} theme={theme} style={styleOf(theme)}>
          <div className={classes.bar}>{brand}</div>
          <div className={classes.card}>
            <strong>Waiting for you</strong>
            <span className={classes.chosen}>2 reports to approve</span>
            <span className={classes.link}>Open your characters</span>
            <span className={classes.button}>Go on duty</span>
          </div>
          <p className={classes.footer}>
            {footerLine && <span className={classes.line}>{footerLine}</span>}© {name}
          </p>
        </Frame>
      ))}
      <Frame title="CAD desktop" theme="dark" style={styleOf('dark')}>
        <div className={classes.bar}>{brand}</div>
        <ul className={classes.rows}>
          <li data-chosen>12 Traffic stop, Alta St</li>
          <li>13 Robbery, Great Ocean Hwy</li>
          <li>14 Medical, Vespucci Blvd</li>
        </ul>
      </Frame>
    </section>
  )
}

type FrameProps = { readonly title: string; readonly theme: Theme; readonly style: CSSProperties | undefined; readonly children: ReactNode }

/** Nothing in it can be used, and none of it is read out. */
const Frame = ({ title, theme, style, children }: FrameProps) => (
  <figure className={classes.figure}>
    <figcaption className={classes.title}>{title}</figcaption>
    <div className={`cad-${theme}-theme ${classes.frame}`} style={style} aria-hidden>
      {children}
    </div>
  </figure>
)

const asProperties = (tokens: Readonly<Record<string, string>>): CSSProperties =>
  Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value]))
