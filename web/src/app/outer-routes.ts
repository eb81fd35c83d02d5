import { DISCORD_RETURN_PATH } from '@tenfour/contract'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { keepAnswer } from '../features/community/links/discord-return.ts'
import { loginGuard, setupGuard } from './guards.ts'
import { lazyPage } from './lazy-page.tsx'
import { RouteError } from './RouteError.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's title in the browser tab. */
    title?: string
  }
}

type RouterContext = { readonly loadAllRoutes: () => Promise<void> }
type LeadsTo = '/user/home' | '/404' | '/admin/users' | '/staff/members' | '/discord/list' | '/servers/list'

export const leadTo = (to: LeadsTo) => (): void => void redirect({ href: to, replace: true, throw: true })

export const createPortalRoot = () => createRootRouteWithContext<RouterContext>()({ errorComponent: RouteError })
type PortalRoot = ReturnType<typeof createPortalRoot>

// Shared by both trees: a page on screen must stay the same component when the tree around it is replaced.
const NotFoundPage = lazyPage(async () => (await import('../features/portal/not-found/NotFoundPage.tsx')).NotFoundPage)
const LoginPage = lazyPage(async () => (await import('../features/portal/login/LoginPage.tsx')).LoginPage)
/** Fetches the page that follows a sign-out, which may happen while the portal is unreachable. */
export const prepareLogin = (): Promise<void> => LoginPage.preload()
const DiscordReturnPage = lazyPage(async () => (await import('../features/community/links/DiscordReturnPage.tsx')).DiscordReturnPage)
const SetupPage = lazyPage(async () => (await import('../features/portal/setup/SetupPage.tsx')).SetupPage)
const ApiDocsPage = lazyPage(async () => (await import('../features/portal/docs/ApiDocsPage.tsx')).ApiDocsPage)

/** Pages that need no sign-in. */
export const outerRoutes = (root: PortalRoot) =>
  [
    createRoute({ getParentRoute: () => root, path: '/', beforeLoad: leadTo('/user/home') }),
    createRoute({ getParentRoute: () => root, path: '/404', component: NotFoundPage, staticData: { title: '404 - Page Not Found' } }),
    createRoute({
      getParentRoute: () => root,
      path: '/login',
      beforeLoad: loginGuard,
      component: LoginPage,
      staticData: { title: 'Sign in' },
    }),
    createRoute({
      getParentRoute: () => root,
      path: DISCORD_RETURN_PATH,
      // The code from Discord is taken out of the address before anything else happens.
      beforeLoad: ({ location }) =>
        void (keepAnswer(location.searchStr) && redirect({ href: DISCORD_RETURN_PATH, replace: true, throw: true })),
      component: DiscordReturnPage,
      staticData: { title: 'Sign in with Discord' },
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/setup',
      beforeLoad: setupGuard,
      component: SetupPage,
      staticData: { title: 'Set up' },
    }),
    // A separate document, served by the server.
    createRoute({
      getParentRoute: () => root,
      path: '/dui',
      beforeLoad: ({ location }) => void redirect({ href: location.href, reloadDocument: true, throw: true }),
    }),
    createRoute({ getParentRoute: () => root, path: '/api/docs', component: ApiDocsPage, staticData: { title: 'API' } }),
  ] as const

const outerRoot = createPortalRoot()
const elsewhereRoute = createRoute({
  getParentRoute: () => outerRoot,
  path: '$',
  beforeLoad: async ({ context, location, preload }) => {
    if (preload) return
    await context.loadAllRoutes()
    redirect({ href: location.href, replace: true, throw: true })
  },
})

/** Enough to sign in; the other routes are fetched afterwards, so that they cost the login page nothing. */
export const outerRouteTree = outerRoot.addChildren([...outerRoutes(outerRoot), elsewhereRoute])
