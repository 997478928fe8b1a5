// SPDX-License-Identifier: BSD-3-Clause

extension AccessibilityWords {
    static let spanish = AccessibilityWords(
        language: "es",
        titles: [
            .waysOfReading: "Formas de lectura",
            .conformance: "Conformidad",
            .navigation: "Navegación",
            .richContent: "Contenido enriquecido",
            .hazards: "Riesgos",
            .summary: "Resumen de accesibilidad",
            .legal: "Consideraciones legales",
            .additional: "Información adicional de accesibilidad",
        ],
        detailsTitle: "Información detallada sobre la conformidad",
        statements: [
            .modifiable: Wording(
                "Apariencia modificable",
                """
                La apariencia del texto y la maquetación de la página pueden modificarse según las posibilidades \
                del sistema de lectura (tipo y tamaño de letra, espacios entre párrafos, oraciones, palabras y \
                letras, y color del fondo y del texto)
                """),
            .unmodifiable: Wording(
                "Apariencia no modificable",
                """
                El texto y la maquetación no pueden modificarse, ya que la lectura se asemeja a la de la versión \
                impresa, pero los sistemas de lectura pueden ofrecer opciones de ampliación
                """),
            .modifiabilityUnknown: "No hay información sobre la posibilidad de modificar la apariencia",
            .readable: Wording(
                "Legible con lectura en voz alta o braille dinámico",
                "Todo el contenido puede leerse con lectura en voz alta o en braille dinámico"),
            .notFullyReadable: Wording(
                "No totalmente legible con lectura en voz alta o braille dinámico",
                "No todo el contenido puede leerse con lectura en voz alta o en braille dinámico"),
            .unreadable: Wording(
                "No legible con lectura en voz alta o braille dinámico",
                "El contenido no puede leerse con lectura en voz alta ni en braille dinámico"),
            .readabilityUnknown: "No hay información sobre la lectura no visual",
            .alternativeText: Wording(
                "Con texto alternativo", "Contiene descripciones de texto alternativo para las imágenes"),
            .synchronizedAudio: Wording(
                "Audio pregrabado sincronizado con el texto",
                "Todo el contenido está disponible como audio pregrabado sincronizado con el texto"),
            .audioOnly: Wording("Solo audio pregrabado", "Audiolibro sin alternativa textual"),
            .audioClips: Wording(
                "Fragmentos de audio pregrabado", "El contenido incluye fragmentos de audio pregrabado"),
            .audioUnknown: "No hay información sobre audio pregrabado",
            .levelA: Wording(
                "Esta publicación cumple las normas mínimas de accesibilidad",
                "La publicación declara que cumple las normas EPUB Accessibility y WCAG 2 de nivel A"),
            .levelAA: Wording(
                "Esta publicación cumple las normas de accesibilidad aceptadas",
                "La publicación declara que cumple las normas EPUB Accessibility y WCAG 2 de nivel AA"),
            .levelAAA: Wording(
                "Esta publicación supera las normas de accesibilidad aceptadas",
                "La publicación declara que cumple las normas EPUB Accessibility y WCAG 2 de nivel AAA"),
            .unknownStandard: "No se puede determinar si esta publicación cumple las normas de accesibilidad aceptadas",
            .noConformance: "No hay información disponible",
            .certifier: "La publicación fue certificada por {certifier}",
            .certifierCredential: "La acreditación del certificador es {credential}",
            .claim: "Esta publicación declara que cumple {specification} {wcag} {level}",
            .epubAccessibility10: "EPUB Accessibility 1.0",
            .epubAccessibility11: "EPUB Accessibility 1.1",
            .wcag20: Wording("WCAG 2.0", "Web Content Accessibility Guidelines (WCAG) 2.0"),
            .wcag21: Wording("WCAG 2.1", "Web Content Accessibility Guidelines (WCAG) 2.1"),
            .wcag22: Wording("WCAG 2.2", "Web Content Accessibility Guidelines (WCAG) 2.2"),
            .claimedLevelA: "nivel A",
            .claimedLevelAA: "nivel AA",
            .claimedLevelAAA: "nivel AAA",
            .certificationDate: "La publicación fue certificada el {date}",
            .certifierReport: "Para más información, consulte el informe del certificador",
            .pageNavigation: Wording("Ir a la página", "Lista de páginas para ir a las páginas de la versión impresa"),
            .structuralNavigation: Wording(
                "Encabezados", "Elementos como encabezados, tablas, etc. para una navegación estructurada"),
            .index: Wording("Índice analítico", "Índice analítico con enlaces a las entradas referenciadas"),
            .tableOfContents: Wording(
                "Tabla de contenido", "Tabla de contenido con enlaces a todos los capítulos del texto"),
            .noNavigation: "No hay información disponible",
            .extendedDescriptions: "Las imágenes con mucha información tienen descripciones extensas",
            .chemistryAsLaTeX: Wording("Fórmulas químicas en LaTeX", "Fórmulas químicas en formato accesible (LaTeX)"),
            .chemistryAsMathML: Wording(
                "Fórmulas químicas en MathML", "Fórmulas químicas en formato accesible (MathML)"),
            .describedMath: "Las matemáticas tienen descripciones textuales",
            .mathAsLaTeX: Wording("Matemáticas en LaTeX", "Fórmulas matemáticas en formato accesible (LaTeX)"),
            .mathAsMathML: Wording("Matemáticas en MathML", "Fórmulas matemáticas en formato accesible (MathML)"),
            .closedCaptions: Wording(
                "Vídeos con subtítulos opcionales",
                "Los vídeos de la publicación tienen subtítulos que pueden activarse o desactivarse"),
            .openCaptions: Wording(
                "Vídeos con subtítulos incrustados", "Los vídeos de la publicación tienen subtítulos siempre visibles"),
            .transcript: "Se proporcionan transcripciones",
            .noRichContent: "No hay información disponible",
            .flashing: Wording(
                "Contenido parpadeante",
                "La publicación contiene elementos parpadeantes que pueden provocar crisis fotosensibles"),
            .flashingAbsent: Wording(
                "Sin riesgo por parpadeo",
                "La publicación no contiene elementos parpadeantes que puedan provocar crisis fotosensibles"),
            .flashingUnknown: Wording(
                "Riesgo por parpadeo desconocido",
                "No se ha podido determinar si hay elementos parpadeantes que puedan provocar crisis fotosensibles"),
            .motion: Wording(
                "Simulación de movimiento",
                "La publicación contiene simulaciones de movimiento que pueden provocar mareo"),
            .motionAbsent: Wording(
                "Sin riesgo por simulación de movimiento",
                "La publicación no contiene simulaciones de movimiento que puedan provocar mareo"),
            .motionUnknown: Wording(
                "Riesgo por simulación de movimiento desconocido",
                "No se ha podido determinar si hay simulaciones de movimiento que puedan provocar mareo"),
            .sound: Wording("Sonidos", "La publicación contiene sonidos que pueden causar problemas de sensibilidad"),
            .soundAbsent: Wording(
                "Sin riesgo por sonidos",
                "La publicación no contiene sonidos que puedan causar problemas de sensibilidad"),
            .soundUnknown: Wording(
                "Riesgo por sonidos desconocido",
                "No se ha podido determinar si hay sonidos que puedan causar problemas de sensibilidad"),
            .hazardsAbsent: Wording("Sin riesgos", "La publicación no contiene riesgos"),
            .hazardsUnknown: "Se desconoce si hay riesgos",
            .noHazards: "No hay información disponible",
            .publisherContact: """
            Para más información sobre la accesibilidad de este producto, póngase en contacto con la \
            editorial: {contact}
            """,
            .noSummary: "No hay información disponible",
            .exempt: Wording(
                "Se acoge a una exención de accesibilidad en algunas jurisdicciones",
                "Esta publicación se acoge a una exención de accesibilidad en algunas jurisdicciones"),
            .noLegal: "No hay información disponible",
            .pageBreaks: Wording(
                "Incluye saltos de página", "Incluye los saltos de página de la edición impresa original"),
            .aria: Wording(
                "Incluye roles ARIA",
                "El contenido se ha mejorado con roles ARIA para optimizar la organización y facilitar la navegación"),
            .audioDescriptions: "Audiodescripciones",
            .braille: "Braille",
            .colorNotSoleMeans: "El color no es el único medio para transmitir información",
            .dyslexiaReadability: "Legibilidad para personas con dislexia",
            .fullRuby: "Anotaciones ruby completas",
            .audioContrast: "Alto contraste entre el audio de primer plano y el de fondo",
            .textContrast: "Alto contraste entre el texto y el fondo",
            .largePrint: "Letra grande",
            .ruby: "Algunas anotaciones ruby",
            .signLanguage: "Lengua de signos",
            .tactileGraphics: Wording(
                "Incluye gráficos táctiles",
                """
                Se han integrado gráficos táctiles para facilitar a las personas ciegas el acceso a los elementos \
                visuales
                """),
            .tactileObjects: "Objetos táctiles en 3D",
            .speechHinting: "Incluye indicaciones para la síntesis de voz",
            .ultraTextContrast: "Contraste muy alto entre el texto y el fondo",
            .visiblePageNumbering: "Numeración de páginas visible",
            .withoutBackgroundSounds: "Sin sonidos de fondo",
        ],
        date: "{day} de {month} de {year}",
        months: [
            "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
            "noviembre", "diciembre",
        ])
}
