// Manifests of packages, which a learning platform reads before it shows anything.
import type { Standard } from '../platform/contents';

/** The facts about an assignment that its manifest contains. */
export interface ManifestFacts {
  /** An id of letters, digits, and hyphens; equal assignments have equal ids. */
  id: string;
  /** The address by which platforms identify the assignment. */
  address: string;
  title: string;
  description: string;
  /** The passing share of the points. */
  pass?: number | undefined;
  /** The file that the platform opens, next to the manifest. */
  page: string;
}

/** Escapes text for XML and omits characters that XML does not allow. */
const text = (value: string): string =>
  value
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const head = '<?xml version="1.0" encoding="UTF-8"?>';

const scorm12 = ({ id, title, page }: ManifestFacts): string => `${head}
<manifest identifier="${id}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="${id}-course">
    <organization identifier="${id}-course">
      <title>${text(title)}</title>
      <item identifier="${id}-lab" identifierref="${id}-page" isvisible="true">
        <title>${text(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="${id}-page" type="webcontent" adlcp:scormtype="sco" href="${page}">
      <file href="${page}"/>
    </resource>
  </resources>
</manifest>
`;

// Without `…SetByContent`, a platform marks a lab as done and passed as soon as it is opened.
const scorm2004 = ({ id, title, page }: ManifestFacts): string => `${head}
<manifest identifier="${id}" version="1.0"
  xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
  xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>2004 4th Edition</schemaversion>
  </metadata>
  <organizations default="${id}-course">
    <organization identifier="${id}-course">
      <title>${text(title)}</title>
      <item identifier="${id}-lab" identifierref="${id}-page" isvisible="true">
        <title>${text(title)}</title>
        <imsss:sequencing>
          <imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/>
        </imsss:sequencing>
      </item>
      <imsss:sequencing>
        <imsss:controlMode choice="true" flow="true"/>
      </imsss:sequencing>
    </organization>
  </organizations>
  <resources>
    <resource identifier="${id}-page" type="webcontent" adlcp:scormType="sco" href="${page}">
      <file href="${page}"/>
    </resource>
  </resources>
</manifest>
`;

function cmi5({ address, title, description, pass, page }: ManifestFacts): string {
  const words = (value: string): string => `<langstring lang="en">${text(value)}</langstring>`;
  const mastery = pass === undefined ? '' : ` masteryScore="${Number(pass.toFixed(4))}"`;
  return `${head}
<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="${text(`${address}/course`)}">
    <title>${words(title)}</title>
    <description>${words(description)}</description>
  </course>
  <au id="${text(address)}" moveOn="${pass === undefined ? 'Completed' : 'Passed'}"${mastery}>
    <title>${words(title)}</title>
    <description>${words(description)}</description>
    <url>${page}</url>
  </au>
</courseStructure>
`;
}

const manifests: Record<Standard, (facts: ManifestFacts) => string> = {
  'scorm-1.2': scorm12,
  'scorm-2004': scorm2004,
  cmi5,
};

/** Returns the manifest of a package. */
export const manifest = (standard: Standard, facts: ManifestFacts): string => manifests[standard](facts);
