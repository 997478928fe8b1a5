// SPDX-License-Identifier: BSD-3-Clause

extension AccessibilityWords {
    static let french = AccessibilityWords(
        language: "fr",
        titles: [
            .waysOfReading: "Modes de lecture",
            .conformance: "Conformité",
            .navigation: "Navigation",
            .richContent: "Contenus enrichis",
            .hazards: "Dangers",
            .summary: "Résumé de l’accessibilité",
            .legal: "Considérations légales",
            .additional: "Informations d’accessibilité supplémentaires",
        ],
        detailsTitle: "Informations détaillées sur la conformité",
        statements: [
            .modifiable: Wording(
                "Présentation modifiable",
                """
                La présentation du texte et la mise en page peuvent être modifiées selon les possibilités du \
                système de lecture (police et taille des caractères, espaces entre les paragraphes, les phrases, \
                les mots et les lettres, couleur du fond et du texte)
                """),
            .unmodifiable: Wording(
                "Présentation non modifiable",
                """
                Le texte et la mise en page ne peuvent pas être modifiés, car la lecture est proche de celle de la \
                version imprimée\u{202F}; les systèmes de lecture peuvent toutefois proposer un agrandissement
                """),
            .modifiabilityUnknown: "Aucune information sur la possibilité de modifier la présentation",
            .readable: Wording(
                "Lisible par synthèse vocale ou en braille dynamique",
                "Tout le contenu peut être lu par synthèse vocale ou en braille dynamique"),
            .notFullyReadable: Wording(
                "Pas entièrement lisible par synthèse vocale ou en braille dynamique",
                "Une partie du contenu ne peut pas être lue par synthèse vocale ou en braille dynamique"),
            .unreadable: Wording(
                "Non lisible par synthèse vocale ou en braille dynamique",
                "Le contenu ne peut pas être lu par synthèse vocale ou en braille dynamique"),
            .readabilityUnknown: "Aucune information sur la lecture non visuelle",
            .alternativeText: Wording("Textes de remplacement", "Les images ont des textes de remplacement"),
            .synchronizedAudio: Wording(
                "Audio préenregistré synchronisé avec le texte",
                "Tout le contenu est disponible sous forme d’audio préenregistré synchronisé avec le texte"),
            .audioOnly: Wording("Audio préenregistré seulement", "Livre audio sans équivalent textuel"),
            .audioClips: Wording(
                "Extraits audio préenregistrés", "Des extraits audio préenregistrés sont intégrés au contenu"),
            .audioUnknown: "Aucune information sur l’audio préenregistré",
            .levelA: Wording(
                "Cette publication respecte les normes minimales d’accessibilité",
                "La publication déclare être conforme aux normes EPUB Accessibility et WCAG 2 niveau A"),
            .levelAA: Wording(
                "Cette publication respecte les normes d’accessibilité reconnues",
                "La publication déclare être conforme aux normes EPUB Accessibility et WCAG 2 niveau AA"),
            .levelAAA: Wording(
                "Cette publication dépasse les normes d’accessibilité reconnues",
                "La publication déclare être conforme aux normes EPUB Accessibility et WCAG 2 niveau AAA"),
            .unknownStandard:
                "La conformité de cette publication aux normes d’accessibilité reconnues ne peut pas être déterminée",
            .noConformance: "Aucune information disponible",
            .certifier: "La publication a été certifiée par {certifier}",
            .certifierCredential: "Qualification du certificateur\u{A0}: {credential}",
            .claim: "Cette publication déclare respecter {specification} {wcag} {level}",
            .epubAccessibility10: "EPUB Accessibility 1.0",
            .epubAccessibility11: "EPUB Accessibility 1.1",
            .wcag20: Wording("WCAG 2.0", "Web Content Accessibility Guidelines (WCAG) 2.0"),
            .wcag21: Wording("WCAG 2.1", "Web Content Accessibility Guidelines (WCAG) 2.1"),
            .wcag22: Wording("WCAG 2.2", "Web Content Accessibility Guidelines (WCAG) 2.2"),
            .claimedLevelA: "niveau A",
            .claimedLevelAA: "niveau AA",
            .claimedLevelAAA: "niveau AAA",
            .certificationDate: "La publication a été certifiée le {date}",
            .certifierReport: "Pour plus d’informations, consulter le rapport du certificateur",
            .pageNavigation: Wording(
                "Aller à la page", "Liste de pages permettant d’aller aux pages de la version imprimée"),
            .structuralNavigation: Wording(
                "Titres", "Éléments tels que titres, tableaux, etc. pour une navigation structurée"),
            .index: Wording("Index", "Index avec des liens vers les entrées référencées"),
            .tableOfContents: Wording(
                "Table des matières", "Table des matières avec des liens vers tous les chapitres du texte"),
            .noNavigation: "Aucune information disponible",
            .extendedDescriptions: "Les images riches en informations ont des descriptions détaillées",
            .chemistryAsLaTeX: Wording(
                "Formules chimiques en LaTeX", "Formules chimiques dans un format accessible (LaTeX)"),
            .chemistryAsMathML: Wording(
                "Formules chimiques en MathML", "Formules chimiques dans un format accessible (MathML)"),
            .describedMath: "Les mathématiques ont des descriptions textuelles",
            .mathAsLaTeX: Wording("Mathématiques en LaTeX", "Formules mathématiques dans un format accessible (LaTeX)"),
            .mathAsMathML: Wording(
                "Mathématiques en MathML", "Formules mathématiques dans un format accessible (MathML)"),
            .closedCaptions: Wording(
                "Vidéos avec sous-titres activables",
                "Les vidéos de la publication ont des sous-titres que l’on peut afficher ou masquer"),
            .openCaptions: Wording(
                "Vidéos avec sous-titres incrustés",
                "Les vidéos de la publication ont des sous-titres toujours visibles"),
            .transcript: "Transcription(s) fournie(s)",
            .noRichContent: "Aucune information disponible",
            .flashing: Wording(
                "Contenu clignotant",
                """
                La publication contient des éléments clignotants pouvant provoquer des crises d’épilepsie \
                photosensible
                """),
            .flashingAbsent: Wording(
                "Pas de danger lié aux clignotements",
                """
                La publication ne contient pas d’éléments clignotants pouvant provoquer des crises d’épilepsie \
                photosensible
                """),
            .flashingUnknown: Wording(
                "Danger lié aux clignotements inconnu",
                """
                La présence d’éléments clignotants pouvant provoquer des crises d’épilepsie photosensible n’a pas \
                pu être déterminée
                """),
            .motion: Wording(
                "Simulation de mouvement",
                "La publication contient des simulations de mouvement pouvant provoquer le mal des transports"),
            .motionAbsent: Wording(
                "Pas de danger lié aux simulations de mouvement",
                "La publication ne contient pas de simulations de mouvement pouvant provoquer le mal des transports"),
            .motionUnknown: Wording(
                "Danger lié aux simulations de mouvement inconnu",
                """
                La présence de simulations de mouvement pouvant provoquer le mal des transports n’a pas pu être \
                déterminée
                """),
            .sound: Wording("Sons", "La publication contient des sons pouvant gêner les personnes sensibles"),
            .soundAbsent: Wording(
                "Pas de danger lié aux sons",
                "La publication ne contient pas de sons pouvant gêner les personnes sensibles"),
            .soundUnknown: Wording(
                "Danger lié aux sons inconnu",
                "La présence de sons pouvant gêner les personnes sensibles n’a pas pu être déterminée"),
            .hazardsAbsent: Wording("Aucun danger", "La publication ne présente aucun danger"),
            .hazardsUnknown: "La présence de dangers est inconnue",
            .noHazards: "Aucune information disponible",
            .publisherContact:
                "Pour plus d’informations sur l’accessibilité de ce produit, contacter l’éditeur\u{A0}: {contact}",
            .noSummary: "Aucune information disponible",
            .exempt: Wording(
                "Revendique une exemption d’accessibilité dans certaines juridictions",
                "Cette publication revendique une exemption d’accessibilité dans certaines juridictions"),
            .noLegal: "Aucune information disponible",
            .pageBreaks: Wording(
                "Sauts de page inclus", "Les sauts de page de l’édition imprimée d’origine sont inclus"),
            .aria: Wording(
                "Rôles ARIA inclus",
                "Le contenu est enrichi de rôles ARIA pour optimiser l’organisation et faciliter la navigation"),
            .audioDescriptions: "Audiodescriptions",
            .braille: "Braille",
            .colorNotSoleMeans: "La couleur n’est pas le seul moyen de transmettre l’information",
            .dyslexiaReadability: "Lisibilité adaptée à la dyslexie",
            .fullRuby: "Annotations ruby complètes",
            .audioContrast: "Contraste élevé entre le son au premier plan et le fond sonore",
            .textContrast: "Contraste élevé entre le texte et l’arrière-plan",
            .largePrint: "Gros caractères",
            .ruby: "Quelques annotations ruby",
            .signLanguage: "Langue des signes",
            .tactileGraphics: Wording(
                "Graphiques tactiles inclus",
                "Des graphiques tactiles facilitent l’accès des personnes aveugles aux éléments visuels"),
            .tactileObjects: "Objets tactiles en 3D",
            .speechHinting: "Indications pour la synthèse vocale fournies",
            .ultraTextContrast: "Contraste très élevé entre le texte et l’arrière-plan",
            .visiblePageNumbering: "Numérotation des pages visible",
            .withoutBackgroundSounds: "Sans bruit de fond",
        ],
        date: "{day} {month} {year}",
        months: [
            "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
            "novembre", "décembre",
        ])
}
