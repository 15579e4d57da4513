const icon = (name: string, size: number, purpose?: string) => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  ...(purpose && { purpose }),
})

/** The icons of a home screen. */
export const homeIcons = [icon('icon-192', 192), icon('icon-512', 512), icon('maskable-512', 512, 'maskable')]

/** A web app manifest, as phones fetch it: without a session. */
export const webManifest = (manifest: Readonly<Record<string, unknown>>) =>
  new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=86400' },
  })
