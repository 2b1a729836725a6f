import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts } from 'react-router';
import 'pathlength';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Disks of a Linux guest</title>
        <link rel="icon" href="data:," />
        <Meta />
        <Links />
      </head>
      <body>
        <main>{children}</main>
        <Scripts />
      </body>
    </html>
  );
}

export default Outlet;
